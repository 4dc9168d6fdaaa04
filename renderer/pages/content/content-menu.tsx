import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconBookmark,
  IconBookmarkOff,
  IconCoin,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconEye,
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
import type { CameFrom } from '../../components/back-link.tsx';
import { askFirst } from '../../lib/ask-first.tsx';
import { openContent, saveContent } from '../../lib/content-actions.ts';
import { itemPath } from '../../lib/market-words.ts';
import { useNode } from '../../lib/node-context.tsx';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { publishPathOf } from '../../lib/publish-path.ts';
import { useChange } from '../../lib/queries.ts';
import { heldName, isClosedForSale } from '../../lib/sealed-words.ts';
import { shell } from '../../lib/shell.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { canView, viewPathOf } from '../../lib/view-path.ts';
import { openShareDialog } from '../sharing/share-dialog.tsx';
import { openBlockDialog } from './block-form.tsx';
import { openDetails } from './content-details.tsx';
import { openEditDialog } from './edit-form.tsx';

/** What can be done with a stored file. */
export function ContentMenu({ content }: { content: LocalContent }) {
  const name = heldName(content);
  const { content_id: id, content_url: url, sealed } = content;
  const isClosed = isClosedForSale(content);
  const node = useNode();
  const pinned = content.copy?.pinned ?? false;
  const copy = useCopy();
  const keep = useChange('content', (node, pinned: boolean) => node.pinCopy(id, pinned));
  const remove = useChange('content', (node) => node.deleteContent(id));

  const save = async () => {
    const { saved } = await saveContent(node, content);
    if (saved && shell) notifications.show({ color: 'green', message: `${name} was saved.` });
  };
  const askDelete = () =>
    askFirst({
      title: 'Delete this file from your node?',
      text: `“${name}” will no longer be stored here, and its link stops working. ${sealed ? 'Who has a licence no longer gets it from here. ' : ''}This cannot be undone.`,
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
        {canView(content) && (
          <Menu.Item
            component={Link}
            to={viewPathOf(id)}
            state={{ cameFrom: 'Content' } satisfies CameFrom}
            leftSection={<IconEye size={16} aria-hidden />}
          >
            Open
          </Menu.Item>
        )}
        {content.viewable && !sealed && !isClosed && (
          <Menu.Item
            leftSection={<IconExternalLink size={16} aria-hidden />}
            onClick={() => openContent(content).catch(notifyProblem)}
          >
            Open in the browser
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => save().catch(notifyProblem)}
        >
          Save as…
        </Menu.Item>
        {!isClosed && (
          <Menu.Item
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => copy(url, 'Link copied.')}
          >
            Copy link
          </Menu.Item>
        )}
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
        <SaleItem content={content} />
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

/** The way to sell it, or to where it is sold. */
function SaleItem({ content: { content_id: id, sealed } }: { content: LocalContent }) {
  if (sealed) {
    if (sealed.content_address === null) return null;
    return (
      <Menu.Item
        component={Link}
        to={itemPath({ content_address: sealed.content_address })}
        state={{ cameFrom: 'Content' } satisfies CameFrom}
        leftSection={<IconCoin size={16} aria-hidden />}
      >
        Show in the market
      </Menu.Item>
    );
  }
  return (
    <Menu.Item component={Link} to={publishPathOf(id)} leftSection={<IconCoin size={16} aria-hidden />}>
      Publish with a price…
    </Menu.Item>
  );
}
