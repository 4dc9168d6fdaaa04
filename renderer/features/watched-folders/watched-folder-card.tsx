import { Anchor, Group, Stack, Text } from '@mantine/core';
import {
  IconArrowsLeftRight,
  IconFolderOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { trashDays } from '../../../src/contract/dashboard-api/library/trash.ts';
import type { WatchedFolder } from '../../../src/contract/dashboard-api/library/watched-folders.ts';
import { formatDays } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { collectionPathOf } from '../../lib/paths.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { ErrorNote, Note } from '../../ui/values/texts.ts';
import { useEditFolder, useRemoveFolder, useScanFolder } from './watched-folder-queries.ts';

/** Shows a watched folder: its state, its problems, and the available actions. */
export function FolderCard({ folder }: { folder: WatchedFolder }) {
  const { name, path, mode, state, message, withheld, files, failures, collection_id: collection } = folder;
  return (
    <SectionCard title={name} aside={<FolderMenu folder={folder} />}>
      <Stack gap="xs">
        <Note style={{ overflowWrap: 'anywhere' }} translate="no">
          {path}
        </Note>
        <Group gap="xs" role="status" aria-label={t('watchedFolders.statusOf', { name })}>
          <Text size="sm">
            {[
              t(`watchedFolders.state.${state}`),
              t('common.files', { count: files }),
              t(`watchedFolders.mode.${mode}`),
            ].join(' · ')}
          </Text>
          {folder.scanned_at !== null && (
            <Note>
              {t('watchedFolders.scanned')} <RelativeTime at={folder.scanned_at} direction="past" />
            </Note>
          )}
        </Group>
        {message && (
          <ErrorNote>
            <NodeMessage message={message} />
          </ErrorNote>
        )}
        {withheld > 0 && <AcceptButton folder={folder} />}
        {failures.length > 0 && (
          <BareList gap={4} aria-label={t('watchedFolders.failures')}>
            {failures.map((failure) => (
              <Note component="li" key={failure.path} style={{ overflowWrap: 'anywhere' }}>
                <span translate="no">{failure.path}</span>: <NodeMessage message={failure.message} />
              </Note>
            ))}
          </BareList>
        )}
        {collection !== null && (
          <Anchor size="sm" component={Link} to={collectionPathOf(collection)} w="fit-content">
            {t('watchedFolders.show')}
          </Anchor>
        )}
      </Stack>
    </SectionCard>
  );
}

/** Confirms that files which vanished together were deleted. */
function AcceptButton({ folder }: { folder: WatchedFolder }) {
  const accept = useScanFolder(folder, true);
  const { withheld: count, name } = folder;
  return (
    <ChangeButton
      change={accept}
      w="fit-content"
      question={{
        title: t('watchedFolders.accept.title'),
        text: t('watchedFolders.accept.text', { count, name, time: formatDays(trashDays) }),
        confirm: t('watchedFolders.accept.confirm'),
      }}
    >
      {t('watchedFolders.accept.button')}
    </ChangeButton>
  );
}

function FolderMenu({ folder }: { folder: WatchedFolder }) {
  const { name, mode } = folder;
  const edit = useEditFolder(folder);
  const scan = useScanFolder(folder, false);
  const remove = useRemoveFolder(folder);
  const failed = { onError: notifyProblem };
  const isPaused = folder.state === 'paused';
  const other = mode === 'add' ? 'mirror' : 'add';
  const askRemoval = () =>
    askConfirmation({
      title: t('watchedFolders.remove.title'),
      text: t('watchedFolders.remove.text', { name }),
      confirm: t('watchedFolders.remove.confirm'),
      onConfirm: () => remove.mutate(undefined, failed),
    });
  return (
    <RowMenu
      label={t('watchedFolders.actions', { name })}
      loading={edit.isPending || scan.isPending || remove.isPending}
      entries={() => [
        !isPaused && [IconRefresh, t('watchedFolders.scan'), () => scan.mutate(undefined, failed)],
        isPaused
          ? [IconPlayerPlay, t('watchedFolders.continue'), () => edit.mutate({ paused: false }, failed)]
          : [IconPlayerPause, t('watchedFolders.pause'), () => edit.mutate({ paused: true }, failed)],
        [
          IconArrowsLeftRight,
          t(`watchedFolders.change.${other}`),
          () => edit.mutate({ mode: other }, failed),
        ],
        'line',
        [IconFolderOff, t('watchedFolders.remove.button'), askRemoval],
      ]}
    />
  );
}
