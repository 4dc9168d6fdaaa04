import { useLayoutEffect, useRef, useState } from 'react';
import type { CollectionEntry } from '../../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../../lib/i18n/language.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { type useEntries, useMoveEntries, useRemoveEntries } from '../collection-queries.ts';
import { keyOf, moved, nameOf, refOf } from './entry.ts';
import { handleIdOf } from './handle-id.ts';
import type { Removed } from './removed-entry.tsx';
import { SerialChanges } from './serial-changes.ts';

type EntriesQuery = ReturnType<typeof useEntries>;

const entriesOf = (data: EntriesQuery['data']): CollectionEntry[] =>
  data?.pages.flatMap((page) => page.items) ?? [];

/** Moves and removes entries in the list at once, then on the node, one by one. */
export function useEntryChanges(id: string, query: EntriesQuery) {
  const [order, setOrder] = useState<readonly CollectionEntry[] | null>(null);
  const [changes] = useState(() => new SerialChanges(() => setOrder(null)));
  const shown = order ?? entriesOf(query.data);
  const change = (next: readonly CollectionEntry[], name: string, save: () => Promise<unknown>) => {
    setOrder(next);
    changes.add(name, () => save().then(() => undefined, notifyProblem));
  };
  return {
    shown,
    ...useMoving(id, query, shown, change),
    ...useRemoving(id, query, shown, change),
  };
}

type ChangeList = (next: readonly CollectionEntry[], name: string, save: () => Promise<unknown>) => void;

/** The focus stays on the handle of a moved row. */
function useMoving(
  id: string,
  { data, hasNextPage }: EntriesQuery,
  shown: readonly CollectionEntry[],
  change: ChangeList,
) {
  const [announcement, setAnnouncement] = useState('');
  const focused = useRef<string | null>(null);
  const move = useMoveEntries(id);
  // The node moves an entry before another one, and what follows the last one shown may not be loaded.
  const places = hasNextPage ? shown.length - 1 : shown.length;
  useLayoutEffect(() => {
    const handle = focused.current && document.getElementById(handleIdOf(focused.current));
    if (handle && document.activeElement === document.body) handle.focus();
  });
  const moveTo = (from: number, to: number) => {
    const entry = shown[from];
    if (!entry || to < 0 || to >= places || to === from) return;
    const next = moved(shown, from, to);
    const after = next[to + 1];
    const total = data?.pages.at(-1)?.total ?? 0;
    setAnnouncement(t('collections.entry.moved', { name: nameOf(entry), place: to + 1, total }));
    change(next, keyOf(entry), () =>
      move.mutateAsync({ entries: [refOf(entry)], before: after ? refOf(after) : null }),
    );
  };
  const onRowFocus = ({ target }: { target: EventTarget }) => {
    focused.current = (target as HTMLElement).dataset.handle ?? null;
  };
  return { places, announcement, moveTo, onRowFocus };
}

function useRemoving(id: string, query: EntriesQuery, shown: readonly CollectionEntry[], change: ChangeList) {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const { mutateAsync } = useRemoveEntries(id);
  const remove = (index: number) => {
    const entry = shown[index];
    if (!entry) return;
    const rest = shown.filter((one) => one !== entry);
    const ref = refOf(entry);
    change(rest, `remove ${keyOf(entry)}`, async () => {
      const next = rest[index] ?? (await notLoadedAfter(entry, query));
      await mutateAsync([ref]);
      setRemoved({ ref, name: nameOf(entry), before: next ? refOf(next) : null });
    });
  };
  return { removed, setRemoved, remove };
}

/** Loads what follows the last loaded entry; undefined at the end of the collection. */
async function notLoadedAfter(
  last: CollectionEntry,
  { hasNextPage, fetchNextPage }: EntriesQuery,
): Promise<CollectionEntry | undefined> {
  // A running reload comes first, so that it may take more than one call.
  for (let isMore = hasNextPage; isMore; ) {
    const result = await fetchNextPage({ cancelRefetch: false, throwOnError: true });
    const entries = entriesOf(result.data);
    const at = entries.findIndex((entry) => keyOf(entry) === keyOf(last));
    if (at < 0) return undefined;
    const next = entries[at + 1];
    if (next) return next;
    isMore = result.hasNextPage;
  }
  return undefined;
}
