import { useLocation } from 'react-router';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import { useCollectionContents } from '../collections/index.ts';
import { PlayButton } from '../player/index.ts';

/** Plays a file, and with it the collection from which it was opened. */
export function PlayItem({ content }: { content: LocalContent }) {
  const among = (useLocation().state as Partial<BackState> | null)?.among;
  const contentsOf = useCollectionContents();
  const list = among?.kind === 'entries' ? () => contentsOf(among.collectionId) : undefined;
  return <PlayButton content={content} {...(list && { list })} />;
}
