import { VisuallyHidden } from '@mantine/core';
import { IconPlaylist } from '@tabler/icons-react';
import type { CollectionDetails } from '../../../../src/contract/dashboard-api/library/collections.ts';
import type { Among } from '../../../lib/among.ts';
import { t } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { EmptyCard } from '../../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { MoreButton } from '../../../ui/lists/more-button.tsx';
import { LinkButton } from '../../../ui/navigation/link-button.tsx';
import { AddFilesButton } from '../../uploads/index.ts';
import { useEntries } from '../collection-queries.ts';
import { itemIdOf, keyOf } from './entry.ts';
import classes from './entry-list.module.css';
import { EntryRow } from './entry-row.tsx';
import { RemovedEntry } from './removed-entry.tsx';
import { useDragOrder } from './use-drag-order.ts';
import { useEntryChanges } from './use-entry-changes.ts';

/** Lists the entries of a collection; those of the user's own can be moved and removed. */
export function EntryList({ collection }: { collection: CollectionDetails }) {
  const { id, title, owner } = collection;
  const query = useEntries(id);
  const total = query.data?.pages.at(-1)?.total ?? 0;
  const { shown, places, announcement, moveTo, onRowFocus, removed, setRemoved, remove } = useEntryChanges(
    id,
    query,
  );
  const { list, drag, handleProps } = useDragOrder(places, moveTo);
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
                      onRemove: () => remove(index),
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
