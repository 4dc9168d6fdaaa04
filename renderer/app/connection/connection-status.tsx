import { Anchor, ColorSwatch, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import type { FeedState } from './event-feed.ts';
import { useEventFeed } from './event-feed-context.tsx';

const colors: Record<FeedState, string> = {
  connecting: 'var(--mantine-color-yellow-6)',
  live: 'var(--mantine-color-green-7)',
  lost: 'var(--mantine-color-red-7)',
  stopped: 'var(--mantine-color-red-7)',
};

/** Shows whether the node answers; links to the page of the node. */
export function ConnectionStatus() {
  const { state } = useEventFeed();
  const label = t(`frame.connection.${state}`);
  return (
    <Anchor
      component={Link}
      to={paths.node}
      underline="never"
      c="dimmed"
      aria-label={t('frame.connection.label', { state: label })}
      title={t('frame.connection.label', { state: label })}
    >
      <Group gap={8} wrap="nowrap" mih={{ base: 40, xs: 24 }} miw={{ base: 40, xs: 24 }} justify="center">
        <ColorSwatch size={10} color={colors[state]} withShadow={false} aria-hidden />
        <Text size="sm" visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
          {label}
        </Text>
      </Group>
    </Anchor>
  );
}
