import { VisuallyHidden } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type {
  CollectionDetails,
  CollectionEntry,
} from '../../../../src/contract/dashboard-api/library/collections.ts';
import type { Among } from '../../../lib/among.ts';
import { t } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { EmptyCard } from '../../../ui/feedback/empty-card.tsx';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { LinkButton } from '../../../ui/navigation/link-button.tsx';
import { AddFilesButton } from '../../uploads/index.ts';
import { useEntries, useMoveEntries, useRemoveEntries } from '../collection-queries.ts';
import { MoreButton } from '../more-button.tsx';
import { itemIdOf, keyOf, moved, nameOf, refOf } from './entry.ts';
import classes from './entry-list.module.css';
import { EntryRow } from './entry-row.tsx';
import { handleIdOf } from './handle-id.ts';
import { type Removed, RemovedEntry } from './removed-entry.tsx';
import { useDragOrder } from './use-drag-order.ts';

/** Lists the entries of a collection; those of the user's own can be moved and removed. */
export function EntryList({ collection }: { collection: CollectionDetails }) {
  const { id, title, owner } = collection;
  const query = useEntries(id);
  const total = query.data?.pages.at(-1)?.total ?? 0;
  const loaded = query.data?.pages.flatMap((page) => page.items) ?? [];
  const { shown, places, announcement, moveTo, onRowFocus } = useMoving(id, loaded, total);
  const { removed, setRemoved, remove } = useRemoving(id, shown, query);
  const { list, drag, handleProps } = useDragOrder(moveTo);
  const among: Among = { kind: 'entries', collectionId: id, ids: shown.flatMap(itemIdOf) };
  return (
    <>
      <QueryState query={query} height={52} rows={4} loadingLabel={t('collections.loadingOne')} />
      {removed && (
        <RemovedEntry key={removed.name} id={id} removed={removed} onDone={() => setRemoved(null)} />
      )}
      {query.data && total === 0 && !removed && owner === null && <NothingInside collection={collection} />}
      {shown.length > 0 && (
        <ol
          ref={(element) => {
            list.current = element;
          }}
          className={classes.list}
          aria-label={t('collections.entries', { title })}
          onFocus={onRowFocus}
        >
          {shown.map((entry, index) => (
            <EntryRow
              key={keyOf(entry)}
              collectionId={id}
              entry={entry}
              index={index}
              mark={markOf(drag, index)}
              back={{ backLabel: title, among }}
              editing={
                owner === null
                  ? {
                      isLast: index >= places - 1,
                      handle: handleProps(index),
                      onMove: (to) => moveTo(index, to),
                      onRemove: () => void remove(index),
                    }
                  : null
              }
            />
          ))}
        </ol>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <MoreButton query={query} />
    </>
  );
}

/** Leads to the files that usually belong to such a collection. */
function NothingInside({ collection: { id, kind } }: { collection: CollectionDetails }) {
  return (
    <EmptyCard
      icon={IconPlaylist}
      title={t('collections.empty.inside.title')}
      description={t('collections.empty.inside.text')}
    >
      <AddFilesButton collectionId={id} />
      <LinkButton to={kind === 'folder' ? paths.library : paths.music}>
        {t('collections.empty.inside.library')}
      </LinkButton>
    </EmptyCard>
  );
}

/** Returns the appearance of a row during a drag: as the dragged row, or with a line at the dragged row's new place. */
function markOf(drag: { from: number; to: number } | null, index: number) {
  if (drag === null) return undefined;
  if (index === drag.from) return 'dragged';
  if (drag.to === drag.from || index !== drag.to) return undefined;
  return drag.to < drag.from ? 'above' : 'below';
}

/** Moves entries in the list at once, then on the node, one by one. The focus stays on the handle of the row. */
function useMoving(id: string, loaded: readonly CollectionEntry[], total: number) {
  const [announcement, setAnnouncement] = useState('');
  const focused = useRef<string | null>(null);
  const move = useMoveEntries(id);
  const unsaved = useRef(0);
  const [order, setOrder] = useState<readonly CollectionEntry[] | null>(null);
  const shown = order ?? loaded;
  // The node moves an entry before another one, and what follows the last one shown may not be loaded.
  const places = shown.length < total ? shown.length - 1 : shown.length;
  useLayoutEffect(() => {
    const handle = focused.current && document.getElementById(handleIdOf(focused.current));
    if (handle && document.activeElement === document.body) handle.focus();
  });
  const moveTo = (from: number, to: number) => {
    const entry = shown[from];
    if (!entry || to < 0 || to >= places || to === from) return;
    const next = moved(shown, from, to);
    const after = next[to + 1];
    setOrder(next);
    setAnnouncement(t('collections.entry.moved', { name: nameOf(entry), place: to + 1, total }));
    unsaved.current += 1;
    move
      .mutateAsync({ entries: [refOf(entry)], before: after ? refOf(after) : null })
      .catch(notifyProblem)
      .finally(() => {
        unsaved.current -= 1;
        if (unsaved.current === 0) setOrder(null);
      });
  };
  const onRowFocus = ({ target }: { target: EventTarget }) => {
    focused.current = (target as HTMLElement).dataset.handle ?? null;
  };
  return { shown, places, announcement, moveTo, onRowFocus };
}

function useRemoving(id: string, shown: readonly CollectionEntry[], query: ReturnType<typeof useEntries>) {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const change = useRemoveEntries(id);
  /** Returns the entry after another one, which may not be loaded yet; undefined at the end. */
  const followerOf = async (index: number) => {
    if (shown[index + 1] || !query.hasNextPage) return shown[index + 1];
    const { data } = await query.fetchNextPage();
    return data?.pages.flatMap((page) => page.items)[index + 1];
  };
  const remove = async (index: number) => {
    const entry = shown[index];
    if (!entry) return;
    const next = await followerOf(index);
    const one = { ref: refOf(entry), name: nameOf(entry), before: next ? refOf(next) : null };
    change.mutate([one.ref], { onSuccess: () => setRemoved(one), onError: notifyProblem });
  };
  return { removed, setRemoved, remove };
}
