import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useLive } from '../lib/live.tsx';

/** Says calmly that the node cannot be heard, while the connection is tried again by itself. */
export function ConnectionBanner() {
  const { state, retryNow } = useLive();
  if (state !== 'lost') return null;
  return (
    <Alert
      color="yellow"
      mb="md"
      role="status"
      title="The connection to your node is lost"
      icon={<IconPlugConnectedX aria-hidden />}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          What you see may be out of date. Alcove keeps trying to reach the node by itself.
        </Text>
        <Button size="xs" variant="default" onClick={retryNow}>
          Try now
        </Button>
      </Group>
    </Alert>
  );
}
