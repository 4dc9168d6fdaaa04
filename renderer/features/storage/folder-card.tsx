import { Button, Group, Text } from '@mantine/core';
import type { MoveTarget, StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { MoveProgress } from './move-progress.tsx';
import { storedBytes } from './storage-labels.ts';
import { useMoveStorage } from './storage-queries.ts';

/** Shows the folder of all stored files, and moves them. */
export function FolderCard({ storage }: { storage: StorageState }) {
  const { folder, default_folder: home, move } = storage;
  const moveTo = useMoveStorage();
  const ask = (to: MoveTarget, path: string) =>
    askConfirmation({
      title: t('storage.folder.ask.title'),
      text: t('storage.folder.ask.text', {
        size: formatBytes(storedBytes(storage)),
        folder: path,
      }),
      confirm: t('storage.folder.ask.confirm'),
      onConfirm: () => moveTo.mutate(to),
    });
  const choose = async () => {
    const chosen = await shell?.invoke('folder.choose', undefined).catch(shellRefused);
    if (chosen) ask({ selection_id: chosen.selection_id }, chosen.folder);
  };
  const openFiles = async () => shell?.invoke('folder.open', 'files').catch(shellRefused);
  return (
    <SectionCard title={t('storage.folder.title')}>
      {move === null ? (
        <>
          <Text size="sm">{t('storage.folder.text')}</Text>
          <Text size="sm">{t('storage.folder.names')}</Text>
          <CopyableValue value={folder} valueName={t('storage.folder.what')} />
          {moveTo.isError && <ProblemAlert error={moveTo.error} onClose={moveTo.reset} />}
          {!shell && <SmallNote>{t('storage.folder.byCommand')}</SmallNote>}
          {(shell || folder !== home) && (
            <Group gap="sm">
              {shell && (
                <Button variant="default" onClick={() => openFiles().catch(notifyProblem)}>
                  {t('storage.folder.open')}
                </Button>
              )}
              {shell && (
                <Button
                  variant="default"
                  loading={moveTo.isPending}
                  onClick={() => choose().catch(notifyProblem)}
                >
                  {t('storage.folder.change')}
                </Button>
              )}
              {folder !== home && (
                <Button variant="default" onClick={() => ask('default', home)}>
                  {t('storage.folder.back')}
                </Button>
              )}
            </Group>
          )}
        </>
      ) : (
        <MoveProgress move={move} />
      )}
    </SectionCard>
  );
}
