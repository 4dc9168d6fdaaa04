import { ColorSwatch, Group, Text } from '@mantine/core';
import type { FeedState } from '../lib/event-feed.ts';
import { useLive } from '../lib/live.tsx';

const words: Record<FeedState, { label: string; color: string }> = {
  connecting: { label: 'Connecting…', color: 'var(--mantine-color-yellow-6)' },
  live: { label: 'Live', color: 'var(--mantine-color-green-7)' },
  lost: { label: 'Not connected', color: 'var(--mantine-color-red-7)' },
};

/** Whether this page hears of changes as they happen. */
export function ConnectionStatus() {
  const { state } = useLive();
  const { label, color } = words[state];
  return (
    <Group gap={8} wrap="nowrap" role="status" aria-label="Connection to the node">
      <ColorSwatch size={10} color={color} withShadow={false} aria-hidden />
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </Group>
  );
}
