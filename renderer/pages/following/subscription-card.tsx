import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Subscription } from '../../../src/contract/local-network.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { askFirst } from '../../lib/ask-first.tsx';
import { ownTitle } from '../../lib/content-words.ts';
import { keptWords } from '../../lib/following-words.ts';
import { subscriptionWords } from '../../lib/found-words.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange, useContent } from '../../lib/queries.ts';
import { heldName } from '../../lib/sealed-words.ts';
import { foundAddress } from '../found/use-found-filter.ts';

/** What is followed; one file by its title once it is here. */
function useTitle({ kind, value, kept }: Subscription): string {
  const { data: file } = useContent(kind === 'content' && kept > 0 ? value : null);
  return file ? `One file: ${ownTitle(file) ?? heldName(file)}` : subscriptionWords({ kind, value });
}

/** Something that is followed: what of it is here, why it does not go on, and the way to end it. */
export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { id, value, created_at: since, message } = subscription;
  const end = useChange('index', (node) => node.unsubscribe(id));
  const title = useTitle(subscription);
  const address = foundAddress(subscription);
  const ask = () =>
    askFirst({
      title: `No longer follow this?`,
      text: `${title}: nothing more of it is fetched. What is here already stays for now, and goes when room is needed; what you keep yourself stays for good.`,
      confirm: 'No longer follow',
      cancel: 'Go on following',
      onConfirm: () => end.mutate(undefined, { onError: notifyProblem }),
    });
  return (
    <Card>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <Text fw={500} title={value} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text size="sm">{keptWords(subscription)}</Text>
          {message !== null && (
            <Text size="sm" c="var(--mantine-color-error)">
              {message}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            Followed <RelativeTime at={since} side="past" />
          </Text>
        </Stack>
        <Group gap="sm">
          {address !== null && (
            <Anchor component={Link} to={address} size="sm" aria-label={`Show the files: ${title}`}>
              Show the files
            </Anchor>
          )}
          <Button
            size="xs"
            variant="default"
            aria-label={`No longer follow: ${title}`}
            loading={end.isPending}
            onClick={ask}
          >
            No longer follow…
          </Button>
        </Group>
      </Group>
    </Card>
  );
}
