import { Group, Progress, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconClock, IconRefresh, IconUpload, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { IconAction } from '../../ui/forms/icon-action.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { uploadLabel } from './upload-labels.ts';
import { isUnderWay, type QueuedUpload } from './upload-queue.ts';
import { useUploadQueue } from './uploads.tsx';

/** Shows an upload: its progress, and the button to cancel or repeat it. */
export const UploadRow = memo(function Row({ upload }: { upload: QueuedUpload }) {
  const queue = useUploadQueue();
  const { id, file, status, sentBytes, error } = upload;
  const inFlight = status === 'sending' || status === 'storing';
  return (
    <Stack component="li" gap={6} aria-label={file.name}>
      <Group wrap="nowrap" gap="sm">
        <StatusIcon status={status} />
        <Stack gap={0} miw={0} flex={1}>
          <Text size="sm" truncate title={file.name} translate="no">
            {file.name}
          </Text>
          <SmallNote>{uploadLabel(upload)}</SmallNote>
        </Stack>
        {isUnderWay(upload) && (
          <IconAction
            label={t('content.upload.cancel', { name: file.name })}
            icon={IconX}
            onClick={() => queue.cancel(id)}
          />
        )}
        {(status === 'failed' || status === 'cancelled') && (
          <IconAction
            label={t('content.upload.again', { name: file.name })}
            icon={IconRefresh}
            onClick={() => queue.retry(id)}
          />
        )}
      </Group>
      {inFlight && (
        <Progress
          value={file.size > 0 ? percentOf(sentBytes, file.size) : 100}
          animated={status === 'storing'}
          size="sm"
          aria-label={t('content.upload.progress', { name: file.name })}
        />
      )}
      {status === 'failed' && <ProblemAlert error={error} />}
    </Stack>
  );
});

function StatusIcon({ status }: { status: QueuedUpload['status'] }) {
  if (status === 'stored') {
    return <IconCircleCheck size={20} stroke={1.7} color="var(--mantine-color-green-7)" aria-hidden />;
  }
  const Icon =
    status === 'waiting' ? IconClock : status === 'failed' || status === 'cancelled' ? IconX : IconUpload;
  return <Icon size={20} stroke={1.7} color="var(--mantine-color-dimmed)" aria-hidden />;
}
