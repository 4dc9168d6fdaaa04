import { Button, Group } from '@mantine/core';
import { IconCopy, IconKey, IconRefresh, IconTrash } from '@tabler/icons-react';
import { deletePeer, type LocalPeer, postPeerRetry } from '../../../src/contract/dashboard-api/peers.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';

interface PeerActionsProps {
  peer: LocalPeer;
  /** Whether it is in a row, where the button is only shown on wide screens; the menu has all actions. */
  inRow?: boolean;
}

export function PeerActions({ peer: { host, public_key: key }, inRow = false }: PeerActionsProps) {
  const copy = useCopy();
  const retry = useChange('peers', (node) => node.call(postPeerRetry, { body: { host } }));
  const remove = useChange('peers', (node) => node.call(deletePeer, { query: { host } }));
  const tryNow = () => retry.mutate(undefined, { onError: notifyProblem });
  const askRemove = () =>
    askConfirmation({
      title: t('peers.actions.ask.title'),
      text: t('peers.actions.ask.text', { host }),
      confirm: t('peers.actions.ask.confirm'),
      danger: true,
      onConfirm: () => remove.mutate(undefined, { onError: notifyProblem }),
    });

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="xs"
        variant="default"
        {...(inRow && { visibleFrom: 'sm' })}
        aria-label={t('peers.actions.tryNowHost', { host })}
        loading={retry.isPending}
        leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
        onClick={tryNow}
      >
        {t('peers.actions.tryNow')}
      </Button>
      <RowMenu
        label={t('peers.actions.moreFor', { host })}
        loading={remove.isPending}
        entries={() => [
          inRow && [IconRefresh, t('peers.actions.tryNow'), tryNow, { hiddenFrom: 'sm' }],
          [IconCopy, t('peers.actions.copyAddress'), () => copy(host, t('peers.actions.addressCopied'))],
          key !== null && [
            IconKey,
            t('peers.actions.copyKey'),
            () => copy(key, t('peers.actions.keyCopied')),
          ],
          'line',
          [IconTrash, t('peers.actions.remove'), askRemove, { danger: true }],
        ]}
      />
    </Group>
  );
}
