import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconBookmark,
  IconBookmarkOff,
  IconCoin,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconFingerprint,
  IconInfoCircle,
  IconLink,
  IconPencil,
  IconShare2,
  IconShieldX,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { LocalContent } from '../../../src/contract/local.ts';
import { askFirst } from '../../lib/ask-first.tsx';
import { openContent, saveContent } from '../../lib/content-actions.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { publishPathOf } from '../../lib/publish-path.ts';
import { useChange } from '../../lib/queries.ts';
import { shell } from '../../lib/shell.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { openShareDialog } from '../sharing/share-dialog.tsx';
import { openBlockDialog } from './block-form.tsx';
import { openDetails } from './content-details.tsx';
import { openEditDialog } from './edit-form.tsx';

/** What can be done with a stored file. */
export function ContentMenu({ content }: { content: LocalContent }) {
  const { name, content_id: id, content_url: url, viewable } = content;
  const pinned = content.copy?.pinned ?? false;
  const copy = useCopy();
  const keep = useChange('content', (node, pinned: boolean) => node.pinCopy(id, pinned));
  const remove = useChange('content', (node) => node.deleteContent(id));

  const save = async () => {
    const { saved } = await saveContent(content);
    if (saved && shell) notifications.show({ color: 'green', message: `${name} was saved.` });
  };
  const askDelete = () =>
    askFirst({
      title: 'Delete this file from your node?',
      text: `“${name}” will no longer be stored here, and its link stops working. This cannot be undone.`,
      confirm: 'Delete',
      cancel: 'Keep',
      danger: true,
      onConfirm: () => remove.mutate(undefined, { onError: notifyProblem }),
    });

  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${name}`} loading={remove.isPending || keep.isPending}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {viewable && (
          <Menu.Item
            leftSection={<IconExternalLink size={16} aria-hidden />}
            onClick={() => openContent(content).catch(notifyProblem)}
          >
            Open
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => save().catch(notifyProblem)}
        >
          Save as…
        </Menu.Item>
        <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => copy(url, 'Link copied.')}>
          Copy link
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFingerprint size={16} aria-hidden />}
          onClick={() => copy(id, 'Content id copied.')}
        >
          Copy content id
        </Menu.Item>
        <Menu.Item
          leftSection={<IconShare2 size={16} aria-hidden />}
          onClick={() => openShareDialog(content)}
        >
          Share…
        </Menu.Item>
        <Menu.Item component={Link} to={publishPathOf(id)} leftSection={<IconCoin size={16} aria-hidden />}>
          Publish with a price…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconInfoCircle size={16} aria-hidden />}
          onClick={() => openDetails(content)}
        >
          Details
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => openEditDialog(content)}>
          Edit…
        </Menu.Item>
        {content.copy && (
          <Menu.Item
            leftSection={
              pinned ? <IconBookmarkOff size={16} aria-hidden /> : <IconBookmark size={16} aria-hidden />
            }
            onClick={() => keep.mutate(!pinned, { onError: notifyProblem })}
          >
            {pinned ? 'Do not keep for good' : 'Keep for good'}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconShieldX size={16} aria-hidden />}
          onClick={() => openBlockDialog(content)}
        >
          Block…
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={askDelete}
        >
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
