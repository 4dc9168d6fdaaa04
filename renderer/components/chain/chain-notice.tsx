import { Alert, Group, Loader, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useChain } from '../../lib/chain-queries.ts';
import { ProblemAlert } from '../problem-alert.tsx';

/** Why what is shown of the chain may be old, or not all there is; nothing while all is well. */
export function ChainNotice() {
  const { data, error } = useChain();
  if (!data) return error && <ChainUnknown error={error} />;
  switch (data.state) {
    case 'starting':
      return <Waiting text={data.message ?? 'The chain is being started…'} />;
    case 'syncing':
      return <Waiting text={data.message ?? 'Your node is reading what is on the chain. More may come.'} />;
    case 'unavailable':
      return (
        <Alert
          color="yellow"
          role="status"
          icon={<IconPlugConnectedX aria-hidden />}
          title="The chain cannot be reached"
        >
          <span style={{ overflowWrap: 'anywhere' }}>{data.message}</span> What you see is what was last
          known, and nothing can be bought or sold for now. Your node keeps trying by itself.
        </Alert>
      );
    default:
      return null;
  }
}

/** The page has nothing of the chain then: what else it has asked in vain is asked again with it. */
function ChainUnknown({ error }: { error: Error }) {
  const queries = useQueryClient();
  const retry = () =>
    queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return <ProblemAlert error={error} onRetry={() => void retry()} />;
}

function Waiting({ text }: { text: string }) {
  return (
    <Group gap="xs" role="status" wrap="nowrap">
      <Loader size={14} aria-hidden />
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Group>
  );
}
