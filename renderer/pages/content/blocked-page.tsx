import { Anchor, Button, Card, EmptyState, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { BlockedContent } from '../../../src/contract/endpoints/local-blocked.ts';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { askFirst } from '../../lib/ask-first.tsx';
import { formatDateTime, formatExactTime, formatNumberOf, shorten } from '../../lib/format.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useBlocked, useChange } from '../../lib/queries.ts';
import { openBlockDialog } from './block-form.tsx';

/** What this node refuses to keep or give out. */
export function BlockedPage() {
  const { data, error, refetch } = useBlocked();
  return (
    <Page
      title="Blocked content"
      note={data && data.length > 0 && formatNumberOf(data.length, 'file', 'files')}
      actions={
        <Button
          variant="default"
          leftSection={<IconShieldX size={18} stroke={1.8} aria-hidden />}
          onClick={() => openBlockDialog()}
        >
          Block by id…
        </Button>
      }
    >
      <Stack gap="xs">
        <Anchor component={Link} to="/content" size="sm">
          Back to the content
        </Anchor>
        <Text size="sm" maw="46rem">
          Your node neither keeps nor gives out what is blocked, and does not fetch it from other nodes.
        </Text>
      </Stack>
      {data && data.length > 0 && (
        <Stack component="ul" gap="sm" p={0} m={0} aria-label="Blocked content" style={{ listStyle: 'none' }}>
          {data.map((blocked) => (
            <li key={blocked.content_id}>
              <BlockedCard blocked={blocked} />
            </li>
          ))}
        </Stack>
      )}
      {data?.length === 0 && (
        <Card>
          <EmptyState
            py="xl"
            icon={<IconShieldCheck stroke={1.4} aria-hidden />}
            title="Nothing is blocked"
            description="If something should never be on your node, block it: from the menu of a stored file, or here by its content id."
          />
        </Card>
      )}
      {!data && error && <ProblemAlert error={error} onRetry={refetch} />}
      {!data && !error && (
        <Skeleton height={90} role="status" aria-busy="true" aria-label="Loading what is blocked" />
      )}
    </Page>
  );
}

function BlockedCard({ blocked: { content_id: id, reason, blocked_at: at } }: { blocked: BlockedContent }) {
  const unblock = useChange('blocked', (node) => node.unblock(id));
  const ask = () =>
    askFirst({
      title: 'Lift the block?',
      text: `${id} may be stored and given out here again. The file itself does not come back by itself.`,
      confirm: 'Lift the block',
      cancel: 'Keep it blocked',
      onConfirm: () => unblock.mutate(undefined, { onError: notifyProblem }),
    });
  return (
    <Card padding="md">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <CopyableValue value={id} what="the content id" />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }} c={reason === '' ? 'dimmed' : 'inherit'}>
            {reason === '' ? 'No reason noted' : reason}
          </Text>
          <Text size="xs" c="dimmed">
            Blocked{' '}
            <time dateTime={at} title={formatExactTime(at)}>
              {formatDateTime(at)}
            </time>
          </Text>
        </Stack>
        <Button
          size="xs"
          variant="default"
          aria-label={`Lift the block of ${shorten(id)}`}
          loading={unblock.isPending}
          onClick={ask}
        >
          Lift the block…
        </Button>
      </Group>
    </Card>
  );
}
