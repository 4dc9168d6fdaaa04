import { Button, Card, EmptyState, Skeleton, Stack, Text } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ContentTabs } from '../../components/content-tabs.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { formatBytes } from '../../lib/format.ts';
import { useSubscriptions } from '../../lib/found-queries.ts';
import { NewSubscription } from './new-subscription.tsx';
import { SubscriptionCard } from './subscription-card.tsx';

/** What is kept here without being asked for each time. */
export function FollowingPage() {
  const { data, error, refetch } = useSubscriptions();
  const bytes = data?.reduce((sum, { kept_bytes }) => sum + kept_bytes, 0) ?? 0;
  return (
    <Page title="Following" note={bytes > 0 && `${formatBytes(bytes)} kept here`}>
      <ContentTabs />
      <SectionCard title="Follow something">
        <Text size="sm" maw="46rem">
          What you follow is fetched by itself and kept on your node, so that it is there when the others are
          not. It takes no more room than you allow for copies.
        </Text>
        <NewSubscription />
      </SectionCard>
      {data && data.length > 0 && (
        <Stack component="ul" gap="sm" p={0} m={0} aria-label="What you follow" style={{ listStyle: 'none' }}>
          {data.map((subscription) => (
            <li key={subscription.id}>
              <SubscriptionCard subscription={subscription} />
            </li>
          ))}
        </Stack>
      )}
      {data?.length === 0 && (
        <Card>
          <EmptyState
            py="xl"
            icon={<IconHeart stroke={1.4} aria-hidden />}
            title="You follow nothing yet"
            description="Name an author or a hashtag above, or look on other nodes for something that you like and choose Follow in its menu."
          >
            <EmptyState.Actions>
              <Button component={Link} to="/content/elsewhere" variant="default">
                Look on other nodes
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </Card>
      )}
      {!data && error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton height={90} role="status" aria-busy="true" aria-label="Loading what you follow" />
      )}
    </Page>
  );
}
