import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { useEventFeed } from './event-feed-context.tsx';

/** Shows that the connection is lost, with a button for the next attempt. */
export function ConnectionBanner() {
  const { state, retryNow } = useEventFeed();
  if (state !== 'lost' && state !== 'stopped') return null;
  const messageKey = state === 'lost' ? 'connectionLost' : 'connectionStopped';
  return (
    <Alert
      color="yellow"
      mb="md"
      role="note"
      title={t(`frame.${messageKey}.title`)}
      icon={<IconPlugConnectedX aria-hidden />}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 16rem">
          {t(`frame.${messageKey}.text`)}
        </Text>
        <Button size="xs" variant="default" onClick={retryNow}>
          {t('common.tryNow')}
        </Button>
      </Group>
    </Alert>
  );
}
