import { Drawer } from '@mantine/core';
import { t } from '../../../lib/i18n/language.ts';
import { QueueList } from './queue-list.tsx';

export function QueueDrawer({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="24rem"
      title={t('player.queue.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <QueueList />
    </Drawer>
  );
}
