import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconPlaylistAdd,
  IconPlaylistX,
  IconShare2,
} from '@tabler/icons-react';
import type { CollectionEntry } from '../../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../../lib/i18n/language.ts';
import { LazyMenu, type MenuEntry, OpeningMenu } from '../../../ui/lists/row-menu.tsx';
import { usePlayEntries } from '../../player/index.ts';
import { openShareDialog } from '../../sharing/index.ts';
import { useSaveEntry } from '../../stored-file/index.ts';
import { openAddToDialog } from '../dialogs/add-to-dialog.tsx';
import { useCollectionContents } from '../use-collection-contents.ts';
import { nameOf } from './entry.ts';

/** The actions that change the order of a collection. */
export interface EntryMoves {
  index: number;
  isLast: boolean;
  onMove(to: number): void;
  onRemove(): void;
}

interface EntryMenuProps {
  collectionId: string;
  entry: CollectionEntry;
  /** null: the collection cannot be changed. */
  moves: EntryMoves | null;
}

/** Shows the actions for an entry: those of its file, as elsewhere, and those that change the collection. */
export function EntryMenu(props: EntryMenuProps) {
  const { entry, moves } = props;
  if (!moves && !fileOf(entry)) return null;
  return <LazyMenu label={menuLabel(entry)}>{() => <EntryActions {...props} />}</LazyMenu>;
}

const menuLabel = (entry: CollectionEntry): string => t('common.actionsFor', { name: nameOf(entry) });

const fileOf = (entry: CollectionEntry) => (entry.type === 'content' ? entry.content : null);

function EntryActions({ collectionId, entry, moves }: EntryMenuProps) {
  const contentsOf = useCollectionContents();
  const playEntries = usePlayEntries(() => contentsOf(collectionId));
  const saveEntry = useSaveEntry();
  const file = fileOf(entry);
  const play = file ? playEntries(file) : { now: null, later: [] };
  const entries = (): MenuEntry[] => [
    play.now,
    file && [IconPlaylistAdd, t('collections.add.menu'), () => openAddToDialog([file.content_id])],
    file && [IconShare2, t('content.menu.share'), () => openShareDialog(file)],
    file && saveEntry(file),
    moves && [IconPlaylistX, t('collections.entry.remove'), moves.onRemove],
    'more',
    ...play.later,
    ...(moves ? moveEntries(moves) : []),
  ];
  return <OpeningMenu label={menuLabel(entry)} entries={entries} />;
}

const moveEntries = ({ index, isLast, onMove }: EntryMoves): MenuEntry[] => [
  index > 0 && [IconArrowUp, t('collections.entry.up'), () => onMove(index - 1)],
  !isLast && [IconArrowDown, t('collections.entry.down'), () => onMove(index + 1)],
  index > 0 && [IconArrowBarToUp, t('collections.entry.top'), () => onMove(0)],
];
