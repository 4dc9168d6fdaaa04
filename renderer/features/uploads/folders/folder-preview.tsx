import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { formatBytes, formatCount, formatList } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { openDialog } from '../../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { BareList } from '../../../ui/lists/bare-list.tsx';
import { Note } from '../../../ui/values/texts.ts';
import type { FolderPlan, PlannedFolder } from './folder-plan.ts';

/** Limit of folders and names that are listed individually. */
const maxShown = 8;

/** Opens a dialog that shows what would be added, and asks for confirmation. */
export function openFolderPreview(plan: FolderPlan, add: () => Promise<void>): void {
  openDialog({
    title: t('content.folders.title', { count: plan.folders.length }),
    children: (close) => <FolderPreview plan={plan} add={add} onDone={close} />,
  });
}

interface FolderPreviewProps {
  plan: FolderPlan;
  add(): Promise<void>;
  onDone(): void;
}

function FolderPreview({ plan, add, onDone }: FolderPreviewProps) {
  const { folders, fileCount, folderCount, bytes, leftOut } = plan;
  const adding = useMutation({ mutationFn: add, onSuccess: onDone });
  const hidden = folders.length - maxShown;
  return (
    <Stack gap="md">
      <Text size="sm">
        {[
          t('common.files', { count: fileCount }),
          formatBytes(bytes),
          t('content.folders.collections', { count: folderCount }),
        ].join(' · ')}
      </Text>
      <BareList gap={4} aria-label={t('content.folders.list')}>
        {folders.slice(0, maxShown).map((folder) => (
          <FolderLine key={folder.name} folder={folder} />
        ))}
      </BareList>
      {hidden > 0 && <Note>{t('common.andMore', { count: hidden })}</Note>}
      {leftOut.size > 0 && (
        <Note style={{ overflowWrap: 'anywhere' }}>
          {t('content.folders.leftOut', { names: leftOutNames(leftOut) })}
        </Note>
      )}
      {adding.isError && <ProblemAlert error={adding.error} onClose={adding.reset} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button
          data-autofocus
          loading={adding.isPending}
          disabled={fileCount === 0}
          onClick={() => adding.mutate()}
        >
          {t('content.folders.add')}
        </Button>
      </Group>
    </Stack>
  );
}

function FolderLine({ folder }: { folder: PlannedFolder }) {
  return (
    <Group component="li" gap="xs" wrap="nowrap">
      <IconFolder size={18} stroke={1.6} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm" truncate translate="no">
        {folder.name}
      </Text>
      <Note style={{ flexShrink: 0 }}>{t('common.files', { count: filesIn(folder) })}</Note>
    </Group>
  );
}

const filesIn = ({ files, folders }: PlannedFolder): number =>
  folders.reduce((sum, folder) => sum + filesIn(folder), files.length);

function leftOutNames(leftOut: FolderPlan['leftOut']): string {
  const names = [...leftOut].map(([name, count]) => (count > 1 ? `${name} (${formatCount(count)})` : name));
  const more = names.length - maxShown;
  return formatList([
    ...names.slice(0, maxShown),
    ...(more > 0 ? [t('common.andMore', { count: more })] : []),
  ]);
}
