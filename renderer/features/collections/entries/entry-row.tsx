import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { CollectionEntry } from '../../../../src/contract/dashboard-api/library/collections.ts';
import { kindOf } from '../../../lib/format/file-kind.ts';
import { formatBytes, formatLength } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { collectionPathOf, itemPathOf } from '../../../lib/paths.ts';
import { Cover } from '../../../ui/media/cover.tsx';
import type { BackState } from '../../../ui/navigation/back-link.tsx';
import { SmallNote } from '../../../ui/values/texts.ts';
import { PlayingMark } from '../../player/index.ts';
import { plainType, shownAuthor } from '../../stored-file/index.ts';
import { kindIcons } from '../collection-picture.tsx';
import { itemIdOf, keyOf, nameOf } from './entry.ts';
import classes from './entry-list.module.css';
import { EntryMenu, type EntryMoves } from './entry-menu.tsx';
import { handleIdOf } from './handle-id.ts';
import type { HandleProps } from './use-drag-order.ts';

interface EntryRowProps {
  collectionId: string;
  entry: CollectionEntry;
  index: number;
  mark: 'dragged' | 'above' | 'below' | undefined;
  /** The page with this row, and the entries around it. */
  back: BackState;
  /** null: the collection of a followed person, which cannot be changed. */
  editing: EntryEditing | null;
}

interface EntryEditing extends Omit<EntryMoves, 'index'> {
  handle: HandleProps;
}

/** Shows an entry, with the handle and the menu by which it is moved. */
export function EntryRow({ collectionId, entry, index, mark, back, editing }: EntryRowProps) {
  return (
    <li className={classes.row} data-mark={mark}>
      {editing && <Handle entry={entry} index={index} {...editing} />}
      <Text className={classes.number ?? ''} size="sm" c="dimmed" visibleFrom="xs" aria-hidden>
        {index + 1}
      </Text>
      <EntryPicture entry={entry} />
      <Stack gap={0} miw={0} flex={1}>
        <Group gap={6} wrap="nowrap">
          {entry.type === 'content' && <PlayingMark contentId={entry.content_id} />}
          <EntryName entry={entry} back={back} />
        </Group>
        <SmallNote truncate>{factsOf(entry, editing ? 'missing' : 'notYet')}</SmallNote>
      </Stack>
      <EntryMenu collectionId={collectionId} entry={entry} moves={editing && { ...editing, index }} />
    </li>
  );
}

type EditedEntry = Pick<EntryRowProps, 'entry' | 'index'> & EntryEditing;

function Handle({ entry, index, handle, onMove }: EditedEntry) {
  const moveByKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(index + by);
  };
  return (
    <ActionIcon
      id={handleIdOf(keyOf(entry))}
      data-handle={keyOf(entry)}
      aria-label={t('collections.entry.drag', { name: nameOf(entry) })}
      size="md"
      onKeyDown={moveByKey}
      {...handle}
    >
      <IconGripVertical size={16} aria-hidden />
    </ActionIcon>
  );
}

function EntryPicture({ entry }: { entry: CollectionEntry }) {
  if (entry.type === 'collection') {
    const { cover_url: cover, cover_urls: covers, kind } = entry.collection;
    return <Cover url={cover ?? covers[0] ?? null} icon={kindIcons[kind]} size={40} />;
  }
  const type = entry.content ? plainType(entry.content) : entry.content_type;
  return (
    <Cover
      url={entry.content?.cover_url ?? entry.content?.thumbnail_url ?? null}
      contentType={type}
      size={40}
    />
  );
}

/** @param absent what is said about a content that is not stored here */
function factsOf(entry: CollectionEntry, absent: 'missing' | 'notYet'): string {
  if (entry.type === 'collection') return t('collections.items', { count: entry.collection.items });
  const type = entry.content ? plainType(entry.content) : entry.content_type;
  const { content } = entry;
  const what = content
    ? (shownAuthor(content) ?? kindOf(type, content.collection_kind))
    : t(`collections.entry.${absent}`);
  const length = content?.media?.duration_ms;
  const extent = length ? formatLength(length) : entry.size > 0 && formatBytes(entry.size);
  return [what, ...(extent ? [extent] : [])].join(' · ');
}

/** Links to the page of a collection, or of a content that the app can show. */
function EntryName({ entry, back }: Pick<EntryRowProps, 'entry' | 'back'>) {
  const name = nameOf(entry);
  const [itemId] = itemIdOf(entry);
  const isCollection = entry.type === 'collection';
  const to = isCollection ? collectionPathOf(entry.collection.id) : itemId && itemPathOf(itemId);
  if (!to) {
    return (
      <Text
        size="sm"
        truncate
        title={name}
        translate="no"
        {...(entry.type === 'content' && entry.content === null && { c: 'dimmed' })}
      >
        {name}
      </Text>
    );
  }
  return (
    <Anchor
      component={Link}
      to={to}
      state={isCollection ? ({ backLabel: back.backLabel } satisfies BackState) : back}
      size="sm"
      lh="1.5rem"
      truncate
      display="block"
      c="inherit"
      title={name}
      translate="no"
    >
      {name}
    </Anchor>
  );
}
