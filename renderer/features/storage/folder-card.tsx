import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { StorageState } from '../../../src/contract/dashboard-api/storage.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { MoveProgress } from './move-progress.tsx';
import { storedBytes } from './storage-labels.ts';
import { useMoveStorage } from './storage-queries.ts';

/** Shows the folder of all stored files, and moves them. */
export function FolderCard({ storage }: { storage: StorageState }) {
  const { folder, default_folder: home, move } = storage;
  const moveTo = useMoveStorage();
  const ask = (to: string | null) =>
    askConfirmation({
      title: t('storage.folder.ask.title'),
      text: t('storage.folder.ask.text', {
        size: formatBytes(storedBytes(storage)),
        folder: to ?? home,
      }),
      confirm: t('storage.folder.ask.confirm'),
      onConfirm: () => moveTo.mutate(to),
    });
  const choose = async () => {
    const chosen = await shell?.invoke('folder.choose', undefined).catch(shellRefused);
    if (chosen && chosen.folder !== null) ask(chosen.folder);
  };
  return (
    <SectionCard title={t('storage.folder.title')}>
      {move === null ? (
        <>
          <Text size="sm">{t('storage.folder.text')}</Text>
          <CopyableValue value={folder} what={t('storage.folder.what')} />
          {moveTo.isError && <ProblemAlert error={moveTo.error} onClose={moveTo.reset} />}
          {!shell && <FolderField isBusy={moveTo.isPending} onMove={ask} />}
          {(shell || folder !== home) && (
            <Group gap="sm">
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
                <Button variant="default" onClick={() => ask(null)}>
                  {t('storage.folder.back')}
                </Button>
              )}
            </Group>
          )}
        </>
      ) : (
        <MoveProgress move={move} home={home} />
      )}
    </SectionCard>
  );
}

interface FolderFieldProps {
  isBusy: boolean;
  onMove(folder: string): void;
}

/** A text field for the path, because a browser cannot select a folder of the node's computer. */
function FolderField({ isBusy, onMove }: FolderFieldProps) {
  const [typed, setTyped] = useState('');
  const folder = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (folder !== '' && !isBusy) onMove(folder);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="sm" align="flex-end">
        <TextInput
          flex="1 1 14rem"
          label={t('storage.folder.field.label')}
          description={t('storage.folder.field.description')}
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={folder === ''} loading={isBusy}>
          {t('storage.folder.field.move')}
        </Button>
      </Group>
    </form>
  );
}
