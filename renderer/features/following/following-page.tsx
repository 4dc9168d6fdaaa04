import { IconHeart } from '@tabler/icons-react';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { ContentTabs } from '../../ui/navigation/content-tabs.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { useSubscriptions } from './following-queries.ts';
import { NewSubscription } from './new-subscription.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

/** Lists the subscriptions of this node. */
export function FollowingPage() {
  const subscriptions = useSubscriptions();
  const { data } = subscriptions;
  const bytes = data?.reduce((sum, { kept_bytes }) => sum + kept_bytes, 0) ?? 0;
  return (
    <Page
      title={t('following.title')}
      note={bytes > 0 && t('following.keptHere', { size: formatBytes(bytes) })}
    >
      <ContentTabs />
      <SectionCard title={t('following.new.title')}>
        <Intro>{t('following.new.text')}</Intro>
        <NewSubscription />
      </SectionCard>
      {data && data.length > 0 && (
        <BareList gap="sm" aria-label={t('following.list')}>
          {data.map((subscription) => (
            <li key={subscription.id}>
              <SubscriptionCard subscription={subscription} />
            </li>
          ))}
        </BareList>
      )}
      {data?.length === 0 && (
        <EmptyCard
          icon={IconHeart}
          title={t('following.nothing.title')}
          description={t('following.nothing.text')}
        >
          <LinkButton to="/content/elsewhere">{t('following.nothing.look')}</LinkButton>
        </EmptyCard>
      )}
      <QueryState query={subscriptions} height={90} loading={t('following.loading')} />
    </Page>
  );
}
