import { IconShare2 } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { SharedHostCard } from './shared-host-card.tsx';
import { useShared, useShareHosts } from './sharing-queries.ts';

/** Lists the contents that this node shares on public nodes, by node. */
export function SharedPage() {
  const shared = useShared();
  const hosts = useShareHosts();
  const error = shared.error ?? hosts.error;
  const shares = shared.data;
  const isLoaded = shares !== undefined && hosts.data !== undefined;
  const count = shares?.filter((share) => !share.is_part).length ?? 0;
  const used = isLoaded
    ? hosts.data.hosts.filter(
        ({ host, signed_in: signedIn }) =>
          (signedIn !== null && signedIn.way !== 'practice') || shares.some((share) => share.host === host),
      )
    : [];
  return (
    <Page title={t('frame.pages.shared')} note={count > 0 && t('collections.items', { count })}>
      <Intro>{t('sharing.page.text')}</Intro>
      {error && !isLoaded && (
        <ProblemAlert
          error={error}
          onRetry={() => {
            void shared.refetch();
            void hosts.refetch();
          }}
        />
      )}
      {isLoaded && used.length === 0 && (
        <EmptyCard
          icon={IconShare2}
          title={t('sharing.page.nothing.title')}
          description={t('sharing.page.nothing.text')}
        >
          <LinkButton to={paths.library}>{t('sharing.page.nothing.show')}</LinkButton>
        </EmptyCard>
      )}
      {used.map((host) => (
        <SharedHostCard
          key={host.host}
          host={host}
          shares={shares?.filter((share) => share.host === host.host) ?? []}
        />
      ))}
      {!isLoaded && !error && <Loading height={160} label={t('sharing.page.loading')} />}
    </Page>
  );
}
