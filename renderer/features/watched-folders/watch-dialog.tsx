import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { trashDays } from '../../../src/contract/dashboard-api/library/trash.ts';
import type {
  FolderPreview,
  WatchMode,
} from '../../../src/contract/dashboard-api/library/watched-folders.ts';
import { formatBytes, formatDays, formatList } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { Note } from '../../ui/values/texts.ts';
import { useWatchFolder } from './watched-folder-queries.ts';

/** Opens a dialog that shows the contents of a folder, and asks whether to watch it. */
export function openWatchDialog(selectionId: string, preview: FolderPreview): void {
  openDialog({
    title: t('watchedFolders.dialog.title', { name: preview.name }),
    children: (close) => <WatchDialog selectionId={selectionId} preview={preview} onDone={close} />,
  });
}

interface WatchDialogProps {
  selectionId: string;
  preview: FolderPreview;
  onDone(): void;
}

function WatchDialog({ selectionId, preview, onDone }: WatchDialogProps) {
  const [mode, setMode] = useState<WatchMode>('add');
  const watching = useWatchFolder();
  return (
    <Stack gap="md">
      <Contents preview={preview} />
      <Radio.Group
        label={t('watchedFolders.dialog.removed')}
        value={mode}
        onChange={(value) => setMode(value as WatchMode)}
      >
        <Stack gap="xs" mt="xs">
          {(['add', 'mirror'] as const).map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`watchedFolders.mode.${one}`)}
              description={t(`watchedFolders.modeText.${one}`, { time: formatDays(trashDays) })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {watching.isError && <ProblemAlert error={watching.error} onClose={watching.reset} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button
          data-autofocus
          loading={watching.isPending}
          onClick={() => watching.mutate({ selection_id: selectionId, mode }, { onSuccess: onDone })}
        >
          {t('watchedFolders.dialog.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}

function Contents({ preview }: { preview: FolderPreview }) {
  const { files, bytes, kinds, skipped, is_cut: isCut } = preview;
  return (
    <>
      <Text size="sm">{[t('common.files', { count: files }), formatBytes(bytes)].join(' · ')}</Text>
      {kinds.length > 1 && (
        <BareList gap={4} aria-label={t('watchedFolders.dialog.kinds')}>
          {kinds.map((one) => (
            <Group component="li" key={one.kind} gap="xs">
              <Text size="sm">{t(`frame.pages.${one.kind}`)}</Text>
              <Note>{[t('common.files', { count: one.files }), formatBytes(one.bytes)].join(' · ')}</Note>
            </Group>
          ))}
        </BareList>
      )}
      {skipped.length > 0 && (
        <BareList gap={4} aria-label={t('watchedFolders.dialog.skipped')}>
          <Note component="li">{t('watchedFolders.dialog.skipped')}</Note>
          {skipped.map(({ reason, count, examples }) => (
            <Note component="li" key={reason} style={{ overflowWrap: 'anywhere' }}>
              {t(`watchedFolders.skipped.${reason}`, { count })}
              {': '}
              <span translate="no">
                {formatList(count > examples.length ? [...examples, '…'] : examples)}
              </span>
            </Note>
          ))}
        </BareList>
      )}
      {isCut && <Note>{t('watchedFolders.dialog.isCut')}</Note>}
    </>
  );
}
