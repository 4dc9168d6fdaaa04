import { Button, Group, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { t } from '../../../lib/i18n/language.ts';
import { BareList } from '../../../ui/lists/bare-list.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { Cover } from '../../../ui/media/cover.tsx';
import { Note } from '../../../ui/values/texts.ts';
import type { QueueItem } from '../model/queue.ts';
import { usePlayerState, usePlayerStore } from '../player-context.tsx';
import classes from './queue-list.module.css';

/** Lists the queue in the order of playback; rows are moved by their menu or by dragging. */
export function QueueList() {
  const store = usePlayerStore();
  const items = usePlayerState(({ queue }) => queue.items);
  const current = usePlayerState(({ queue }) => queue.current);
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const move = (item: QueueItem, to: number) => {
    store.move(item.key, to);
    setSaid(t('player.queue.moved', { title: item.content.title, place: to + 1, count: items.length }));
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Note>{t('player.queue.count', { count: items.length })}</Note>
        <Button size="xs" variant="default" onClick={() => store.clear()}>
          {t('player.queue.clear')}
        </Button>
      </Group>
      <BareList as="ol" gap={2} aria-label={t('player.queue.title')}>
        {items.map((item, index) => (
          <QueueRow
            key={item.key}
            item={item}
            index={index}
            last={items.length - 1}
            isCurrent={item.key === current}
            isDragged={item.key === dragged}
            onMove={(to) => move(item, to)}
            drag={{
              onDragStart: () => setDragged(item.key),
              onDragEnd: () => setDragged(null),
              onDragOver: (event) => dragged !== null && event.preventDefault(),
              onDrop: (event) => {
                event.preventDefault();
                const moved = items.find(({ key }) => key === dragged);
                if (moved) move(moved, index);
              },
            }}
          />
        ))}
      </BareList>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  );
}

interface QueueRowProps {
  item: QueueItem;
  index: number;
  last: number;
  isCurrent: boolean;
  isDragged: boolean;
  onMove(to: number): void;
  drag: Record<'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop', (event: DragEvent) => void>;
}

function QueueRow({ item, index, last, isCurrent, isDragged, onMove, drag }: QueueRowProps) {
  const store = usePlayerStore();
  const { title, artist, contentType, pictureUrl } = item.content;
  return (
    <li
      className={classes.row}
      draggable
      data-dragged={isDragged || undefined}
      data-current={isCurrent || undefined}
      {...drag}
    >
      <IconGripVertical size={16} aria-hidden className={classes.grip} />
      <UnstyledButton
        className={classes.name ?? ''}
        aria-current={isCurrent}
        onClick={() => store.jump(item.key)}
      >
        <Cover url={pictureUrl} contentType={contentType} size={36} />
        <span className={classes.texts}>
          <span className={classes.title} translate="no">
            {title}
          </span>
          <span className={classes.artist}>{artist}</span>
        </span>
      </UnstyledButton>
      <RowMenu
        label={t('common.actionsFor', { name: title })}
        entries={() => [
          [IconPlayerPlay, t('player.play'), () => store.jump(item.key)],
          index > 0 && [IconArrowUp, t('player.queue.up'), () => onMove(index - 1)],
          index < last && [IconArrowDown, t('player.queue.down'), () => onMove(index + 1)],
          [IconX, t('player.queue.remove'), () => store.remove(item.key)],
        ]}
      />
    </li>
  );
}
