import { Button, Card, EmptyState, Skeleton, Text } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ContentTabs } from '../../components/content-tabs.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { formatNumberOf } from '../../lib/format.ts';
import { useShared, useShareHosts } from '../../lib/sharing-queries.ts';
import { SharedHostCard } from './shared-host-card.tsx';

/** What is on public nodes for this one, node by node. */
export function SharedPage() {
  const shared = useShared();
  const hosts = useShareHosts();
  const error = shared.error ?? hosts.error;
  const shares = shared.data;
  const isLoaded = shares !== undefined && hosts.data !== undefined;
  const used = isLoaded
    ? hosts.data.hosts.filter(
        ({ host, signed_in: signedIn }) =>
          (signedIn !== null && signedIn.way !== 'practice') || shares.some((share) => share.host === host),
      )
    : [];
  return (
    <Page title="Shared" note={shares && shares.length > 0 && formatNumberOf(shares.length, 'file', 'files')}>
      <ContentTabs />
      <Text size="sm" maw="46rem">
        What your node has put on public nodes, so that others get it while your computer is off. Whoever has
        a link can open it; what is sold opens only for those who have a licence.
      </Text>
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
        <Card>
          <EmptyState
            py="xl"
            icon={<IconShare2 stroke={1.4} aria-hidden />}
            title="Nothing is shared"
            description="Choose Share in the menu of a file on this node. You get a link that a friend can open in any browser."
          >
            <EmptyState.Actions>
              <Button component={Link} to="/content" variant="default">
                Show your files
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </Card>
      )}
      {used.map((host) => (
        <SharedHostCard
          key={host.host}
          host={host}
          shares={shares?.filter((share) => share.host === host.host) ?? []}
        />
      ))}
      {!isLoaded && !error && (
        <Skeleton height={160} role="status" aria-busy="true" aria-label="Loading what is shared" />
      )}
    </Page>
  );
}
