import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import type {
  CollectionEntry,
  EntryRef,
} from '../../../../src/contract/dashboard-api/library/collections.ts';
import { refOf } from '../entries/entry.ts';

/** An album, from the tags of its songs. */
export interface Album {
  title: string;
  artists: string[];
  /** All entries: the songs by disc and track, then the others in their previous order. */
  order: EntryRef[];
}

/**
 * Returns the album of entries whose songs have the same album tag; null if they differ, or if there are fewer than two
 * songs.
 */
export function albumOf(entries: readonly CollectionEntry[]): Album | null {
  const songs = entries.flatMap((entry) => {
    const media = entry.type === 'content' ? mediaOfSong(entry.content) : undefined;
    return media === undefined ? [] : [{ entry, media }];
  });
  const title = songs[0]?.media?.album ?? null;
  if (songs.length < 2 || title === null || songs.some(({ media }) => media?.album !== title)) return null;
  const artists = new Set(songs.map(({ media }) => media?.album_artist ?? media?.artist ?? null));
  const sorted = songs.toSorted(
    (a, b) =>
      placeOf(a.media?.disc) - placeOf(b.media?.disc) || placeOf(a.media?.track) - placeOf(b.media?.track),
  );
  const isSong = new Set<CollectionEntry>(sorted.map(({ entry }) => entry));
  const others = entries.filter((entry) => !isSong.has(entry));
  const [artist] = artists;
  return {
    title,
    artists: artists.size === 1 && artist ? [artist] : [],
    order: [...sorted.map(({ entry }) => entry), ...others].map(refOf),
  };
}

/** Returns the media facts of a song, null while they are not made; undefined for other contents. */
function mediaOfSong(content: LocalContent | null): LocalContent['media'] | undefined {
  return content?.content_type.startsWith('audio/') ? content.media : undefined;
}

/** Returns the number of a track; tracks without one come last. */
const placeOf = (number: number | null | undefined): number => number ?? 100_000;
