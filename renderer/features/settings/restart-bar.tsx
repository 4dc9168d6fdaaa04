import { Alert, Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { isUnderWay, useUploads } from '../uploads/index.ts';
import { useRestart, useSettings } from './settings-queries.ts';

/** Shows how many changes need a restart, and restarts the node. */
export function RestartBar() {
  const { settings = [], can_restart: canRestart } = useSettings().data ?? {};
  const waiting = settings.filter((setting) => setting.waits_for_restart);
  const uploads = useUploads().filter(isUnderWay).length;
  const restart = useRestart();
  if (waiting.length === 0) return null;
  const begin = () => restart.mutate(undefined);
  const ask = () =>
    askConfirmation({
      title: t('settings.restart.ask.title'),
      text: t('settings.restart.ask.text'),
      confirm: t('settings.restart.ask.confirm'),
      onConfirm: begin,
    });
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconRefresh aria-hidden />}
      title={t('settings.restart.title', { count: waiting.length })}
    >
      <Text size="sm">{canRestart ? t('settings.restart.text') : t('settings.restart.byHand')}</Text>
      {!shell && waiting.some(({ name }) => name === 'dashboard.port') && (
        <Text size="sm">{t('settings.restart.port')}</Text>
      )}
      {restart.isError && <ProblemAlert error={restart.error} onClose={restart.reset} />}
      {canRestart && (
        <Group mt="sm">
          <Button
            size="xs"
            loading={restart.isPending}
            aria-label={t('settings.restart.now')}
            onClick={uploads > 0 ? ask : begin}
          >
            {t('settings.restart.now')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
