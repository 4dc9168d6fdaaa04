import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload, IconPlaylistAdd, IconShare2, IconTrash, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { getContent, type LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { t } from '../../../lib/i18n/language.ts';
import { shell } from '../../../lib/shell/shell.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { IconAction } from '../../../ui/forms/icon-action.tsx';
import { openAddToDialog } from '../../collections/index.ts';
import { openShareDialog } from '../../sharing/index.ts';
import { chooseSaveFolder, saveContent } from '../../stored-file/index.ts';
import { useDelete } from '../trash/use-delete.tsx';
import type { SelectedFiles } from './selection.ts';
import classes from './selection-bar.module.css';
import { openShareManyDialog } from './share-many-dialog.tsx';

interface SelectionBarProps {
  files: SelectedFiles;
  onClear(): void;
}

/** Shows the number of selected files, and the actions for them. */
export function SelectionBar({ files, onClear }: SelectionBarProps) {
  const download = useDownload(files);
  const { remove, isPending } = useDelete();
  const count = files.size;
  if (count === 0) return <div role="status" />;
  const share = () => {
    const [first] = files.values();
    if (count === 1 && first) openShareDialog(first);
    else openShareManyDialog(files);
  };
  return (
    <Group
      className={classes.bar ?? ''}
      role="toolbar"
      aria-label={t('content.selection.label')}
      gap="xs"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClear();
      }}
    >
      <Text size="sm" fw={600} role="status">
        {t('content.selection.count', { count })}
      </Text>
      <Button
        variant="subtle"
        leftSection={<IconPlaylistAdd size={16} aria-hidden />}
        onClick={() => openAddToDialog([...files.keys()], onClear)}
      >
        {t('content.selection.addTo')}
      </Button>
      <Button variant="subtle" leftSection={<IconShare2 size={16} aria-hidden />} onClick={share}>
        {t('content.selection.share')}
      </Button>
      <Button variant="subtle" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
        {t('common.download')}
      </Button>
      <Button
        variant="subtle"
        leftSection={<IconTrash size={16} aria-hidden />}
        loading={isPending}
        onClick={() => remove(files, { focusesUndo: true, onDone: onClear })}
      >
        {t('content.selection.delete')}
      </Button>
      <IconAction icon={IconX} label={t('content.selection.clear')} onClick={onClear} />
    </Group>
  );
}

/** Returns a function that downloads files: one where the person wants it, several into one folder. */
function useDownload(files: SelectedFiles): () => Promise<void> {
  const node = useDashboardClient();
  const isRunning = useRef(false);
  return async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      const contentOf = async ([id, known]: [string, LocalContent | undefined]) =>
        known ?? (await node.call(getContent, { params: { id } }));
      const [first, ...others] = files;
      if (first && others.length === 0) {
        await saveContent(node, await contentOf(first));
        return;
      }
      const save = await chooseSaveFolder(node);
      if (!save) return;
      for (const file of files) await save(await contentOf(file));
      if (shell) {
        const message = t('content.selection.saved', { count: files.size });
        notifications.show({ color: 'green', message });
      }
    } catch (error) {
      notifyProblem(error);
    } finally {
      isRunning.current = false;
    }
  };
}
