import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconDownload,
  IconPlayerPlay,
  IconPlaylistAdd,
  IconShare2,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getContent, type LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { t } from '../../../lib/i18n/language.ts';
import { shell } from '../../../lib/shell/shell.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { IconAction } from '../../../ui/forms/icon-action.tsx';
import { openAddToDialog } from '../../collections/index.ts';
import { canPlay, maxQueued, playLabel, usePlayer } from '../../player/index.ts';
import { openShareDialog } from '../../sharing/index.ts';
import { chooseSaveFolder, saveContent } from '../../stored-file/index.ts';
import { useDelete } from '../trash/use-delete.tsx';
import { type BulkProgress, forEachItem } from './bulk.ts';
import { BulkFailures } from './bulk-failures.tsx';
import type { SelectedFiles } from './selection.ts';
import classes from './selection-bar.module.css';
import { openShareManyDialog } from './share-many-dialog.tsx';
import { useToastsAbove } from './use-toasts-above.ts';

interface SelectionBarProps {
  files: SelectedFiles;
  /** Also while nothing is selected, if taps select. */
  isShown: boolean;
  onClear(): void;
}

/** Shows the number of selected files, and the actions for them. */
export function SelectionBar({ files, isShown, onClear }: SelectionBarProps) {
  const count = files.size;
  const bar = useRef<HTMLDivElement>(null);
  useToastsAbove(bar, isShown);
  if (!isShown) return <div role="status" />;
  return (
    <Group
      ref={bar}
      className={classes.bar ?? ''}
      role="toolbar"
      aria-label={t('content.selection.label')}
      gap="xs"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClear();
      }}
    >
      <Text size="sm" fw={600} role="status">
        {count === 0 ? t('content.selection.none') : t('content.selection.count', { count })}
      </Text>
      {count > 0 && <Actions files={files} onDone={onClear} />}
      <IconAction icon={IconX} label={t('content.selection.clear')} onClick={onClear} />
    </Group>
  );
}

function Actions({ files, onDone }: { files: SelectedFiles; onDone(): void }) {
  const { download, isDownloading } = useDownload(files);
  const { remove, isPending } = useDelete();
  const share = () => {
    const [first] = files.values();
    if (files.size === 1 && first) openShareDialog(first);
    else openShareManyDialog(files);
  };
  return (
    <>
      <PlayFiles files={files} />
      <Button
        variant="subtle"
        leftSection={<IconPlaylistAdd size={16} aria-hidden />}
        onClick={() => openAddToDialog([...files.keys()], onDone)}
      >
        {t('content.selection.addTo')}
      </Button>
      <Button variant="subtle" leftSection={<IconShare2 size={16} aria-hidden />} onClick={share}>
        {t('content.selection.share')}
      </Button>
      <Button
        variant="subtle"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isDownloading}
        onClick={download}
      >
        {t('common.download')}
      </Button>
      <Button
        variant="subtle"
        leftSection={<IconTrash size={16} aria-hidden />}
        loading={isPending}
        onClick={() => remove(files, { focusesUndo: true, onDone })}
      >
        {t('content.selection.delete')}
      </Button>
    </>
  );
}

/** Plays the selected files in the order of selection; shown only if some of them can be played. */
function PlayFiles({ files }: { files: SelectedFiles }) {
  const player = usePlayer();
  const contentOf = useContentOf(files);
  const play = useMutation({
    mutationFn: () => Promise.all([...files.keys()].slice(0, maxQueued).map(contentOf)),
    onSuccess: (contents) => player.play(contents),
    onError: notifyProblem,
  });
  const playable = [...files.values()].filter((content) => content !== undefined).filter(canPlay);
  if (playable.length === 0) return null;
  return (
    <Button
      variant="subtle"
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      loading={play.isPending}
      onClick={() => play.mutate()}
    >
      {playLabel(playable)}
    </Button>
  );
}

/** Returns a function that returns a selected content, and loads it if necessary. */
function useContentOf(files: SelectedFiles): (id: string) => Promise<LocalContent> {
  const node = useDashboardClient();
  return async (id) => files.get(id) ?? (await node.call(getContent, { params: { id } }));
}

/** Returns a function that downloads files: one where the user wants it, several into one folder. */
function useDownload(files: SelectedFiles): { download(): Promise<void>; isDownloading: boolean } {
  const node = useDashboardClient();
  const contentOf = useContentOf(files);
  const [isDownloading, setIsDownloading] = useState(false);
  const download = async () => {
    setIsDownloading(true);
    try {
      const [first = '', ...others] = files.keys();
      if (others.length === 0) {
        await saveContent(node, await contentOf(first));
        return;
      }
      const save = await chooseSaveFolder(node);
      if (!save) return;
      const saveOne = async (id: string) => save(await contentOf(id));
      const { signal } = new AbortController();
      notifySaved(files, await forEachItem([...files.keys()], saveOne, { signal, onProgress: () => {} }));
    } catch (error) {
      notifyProblem(error);
    } finally {
      setIsDownloading(false);
    }
  };
  return { download, isDownloading };
}

/** Notifies of the number of saved files, and names the others. A browser shows saved files itself. */
function notifySaved(files: SelectedFiles, { done, failures }: BulkProgress): void {
  const title = t('content.selection.saved', { count: done - failures.length });
  if (failures.length > 0) {
    const message = <BulkFailures files={files} failures={failures} />;
    notifications.show({ color: 'red', autoClose: false, title, message });
  } else if (shell) notifications.show({ color: 'green', message: title });
}
