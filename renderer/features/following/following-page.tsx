import { Button, Card, EmptyState } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { ContentTabs } from '../../ui/navigation/content-tabs.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { useSubscriptions } from './following-queries.ts';
import { NewSubscription } from './new-subscription.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

/** Lists the subscriptions of this node. */
export function FollowingPage() {
  const { data, error, refetch } = useSubscriptions();
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
        <Card>
          <EmptyState
            icon={<IconHeart stroke={1.4} aria-hidden />}
            title={t('following.nothing.title')}
            description={t('following.nothing.text')}
          >
            <EmptyState.Actions>
              <Button component={Link} to="/content/elsewhere" variant="default">
                {t('following.nothing.look')}
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </Card>
      )}
      {!data && error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading height={90} label={t('following.loading')} />}
    </Page>
  );
}
