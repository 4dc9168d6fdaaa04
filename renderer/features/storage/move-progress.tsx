import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { deleteStorageMove, type StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { formatBytes, formatPercent, percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ProgressAnnouncer } from '../../ui/feedback/progress-announcer.tsx';
import { Note } from '../../ui/values/texts.ts';
import { useMoveStorage } from './storage-queries.ts';

interface MoveProgressProps {
  move: NonNullable<StorageState['move']>;
}

/** Shows the progress of a relocation, or why it stopped. */
export function MoveProgress({ move }: MoveProgressProps) {
  const { from, to, state, message, files_done, files_total, bytes_done, bytes_total } = move;
  const goOn = useMoveStorage();
  const turnBack = useChange('storage', (node) => node.call(deleteStorageMove, {}));
  const share = bytes_total > 0 ? bytes_done / bytes_total : files_total > 0 ? files_done / files_total : 0;
  const failed = state === 'failed';
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans i18nKey="storage.move.onItsWay" values={{ from, to }} components={{ bdi: <bdi /> }} />
      </Text>
      {failed ? (
        <Alert color="red" title={t('storage.move.failed')} icon={<IconAlertTriangle aria-hidden />}>
          {message && <NodeMessage message={message} />}
        </Alert>
      ) : (
        <Note>{t('storage.move.goesOn')}</Note>
      )}
      <Stack gap={4}>
        <Progress value={percentOf(share, 1)} size="lg" aria-label={t('storage.move.label')} />
        <ProgressAnnouncer label={t('storage.move.label')} share={share} />
        <Text size="sm">
          {t('storage.move.progress', {
            files: files_done,
            count: files_total,
            bytes: formatBytes(bytes_done),
            totalBytes: formatBytes(bytes_total),
            share: formatPercent(share),
          })}
        </Text>
      </Stack>
      {goOn.isError && <ProblemAlert error={goOn.error} onClose={goOn.reset} />}
      {turnBack.isError && <ProblemAlert error={turnBack.error} onClose={turnBack.reset} />}
      <Group gap="sm">
        {failed && (
          <Button loading={goOn.isPending} onClick={() => goOn.mutate('again')}>
            {t('common.tryAgain')}
          </Button>
        )}
        <Button variant="default" loading={turnBack.isPending} onClick={() => turnBack.mutate(undefined)}>
          {t('storage.move.back')}
        </Button>
      </Group>
    </Stack>
  );
}
