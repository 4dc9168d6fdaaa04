import { Group, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { t } from '../../../lib/i18n/language.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { kindIcons } from '../collection-picture.tsx';
import { useFoundCollections } from '../collection-queries.ts';
import { openAddToDialog } from '../dialogs/add-to-dialog.tsx';
import { useAddTo } from '../use-add-to.tsx';
import { contentDrag } from './content-drag.ts';
import classes from './drop-bar.module.css';

const maxShown = 6;

/**
 * Shows the newest collections as targets while contents are dragged. Without dragging, the menus of the contents do
 * the same.
 */
export function DropBar() {
  const ids = useSyncExternalStore(contentDrag.subscribe, contentDrag.ids);
  return ids && <Targets ids={ids} />;
}

function Targets({ ids }: { ids: readonly string[] }) {
  const items = useFoundCollections('').data?.items ?? [];
  const { addTo } = useAddTo(ids.map((id) => ({ content_id: id })));
  return (
    <Group className={classes.bar ?? ''} gap="xs" role="group" aria-label={t('collections.drop')}>
      <Text size="sm" fw={600}>
        {t('collections.drop')}
      </Text>
      {items.slice(0, maxShown).map((collection) => {
        const Icon = kindIcons[collection.kind];
        return (
          <Target key={collection.id} onDrop={() => addTo(collection, { onError: notifyProblem })}>
            <Icon size={18} stroke={1.6} aria-hidden />
            <bdi className={classes.title} translate="no">
              {collection.title}
            </bdi>
          </Target>
        );
      })}
      <Target onDrop={() => openAddToDialog(ids)}>
        <IconDots size={18} aria-hidden />
        {t(items.length > 0 ? 'collections.dropOther' : 'collections.add.create')}
      </Target>
    </Group>
  );
}

function Target({ onDrop, children }: { onDrop(): void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={classes.target}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        contentDrag.set(null);
        onDrop();
      }}
    >
      {children}
    </div>
  );
}
