import { ColorSwatch, Group, Text } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import type { FeedState } from './event-feed.ts';
import { useLive } from './live.tsx';

const colors: Record<FeedState, string> = {
  connecting: 'var(--mantine-color-yellow-6)',
  live: 'var(--mantine-color-green-7)',
  lost: 'var(--mantine-color-red-7)',
  stopped: 'var(--mantine-color-red-7)',
};

export function ConnectionStatus() {
  const { state } = useLive();
  return (
    <Group gap={8} wrap="nowrap" role="group" aria-label={t('frame.connection.label')}>
      <ColorSwatch size={10} color={colors[state]} withShadow={false} aria-hidden />
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {t(`frame.connection.${state}`)}
      </Text>
    </Group>
  );
}
