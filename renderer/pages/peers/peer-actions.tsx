import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { LocalPeer } from '../../../src/contract/local.ts';
import { askFirst } from '../../lib/ask-first.tsx';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';
import { useCopy } from '../../lib/use-copy.ts';

interface PeerActionsProps {
  peer: LocalPeer;
  /** In a row there is room for a button only on a wide screen; else all is in the menu. */
  inRow?: boolean;
}

/** What can be done with a peer. */
export function PeerActions({ peer: { host, public_key: key }, inRow = false }: PeerActionsProps) {
  const copy = useCopy();
  const retry = useChange('peers', (node) => node.retryPeer(host));
  const remove = useChange('peers', (node) => node.removePeer(host));
  const tryNow = () => retry.mutate(undefined, { onError: notifyProblem });
  const askRemove = () =>
    askFirst({
      title: 'Remove this peer?',
      text: `Your node forgets ${host}. It may learn of it again from other nodes, and you can add it again.`,
      confirm: 'Remove',
      cancel: 'Keep',
      danger: true,
      onConfirm: () => remove.mutate(undefined, { onError: notifyProblem }),
    });

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="xs"
        variant="default"
        {...(inRow && { visibleFrom: 'sm' })}
        aria-label={`Try now: ${host}`}
        loading={retry.isPending}
        leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
        onClick={tryNow}
      >
        Try now
      </Button>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={`More for ${host}`} loading={remove.isPending}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {inRow && (
            <Menu.Item hiddenFrom="sm" leftSection={<IconRefresh size={16} aria-hidden />} onClick={tryNow}>
              Try now
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => copy(host, 'Address copied.')}
          >
            Copy address
          </Menu.Item>
          {key !== null && (
            <Menu.Item
              leftSection={<IconKey size={16} aria-hidden />}
              onClick={() => copy(key, 'Public key copied.')}
            >
              Copy public key
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={askRemove}
          >
            Remove…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
