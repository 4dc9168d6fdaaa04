import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { viewerKindOf } from '../../viewer/messages.ts';
import { canView, plainType, shownTitle } from '../stored-file/index.ts';
import { currentTrack, type PlayerState } from './model/player-state.ts';
import { PlayerStore } from './model/player-store.ts';
import type { PlayerContent } from './model/queue.ts';
import { readPlayer, writePlayer } from './model/stored-player.ts';
import { VideoContainer } from './stage/video-container.ts';

interface PlayerParts {
  store: PlayerStore;
  videoContainer: VideoContainer;
}

const PlayerContext = createContext<PlayerParts | null>(null);

/** Shortest interval between two writes of the state during playback, in milliseconds. */
const writeMs = 1000;

/** Keeps the player across pages and sessions, and its queue across reloads. */
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [parts] = useState(() => ({
    store: new PlayerStore(readPlayer()),
    videoContainer: new VideoContainer(),
  }));
  const { store } = parts;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let written: PlayerState | null = null;
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      writePlayer(store.state(), written);
      written = store.state();
    };
    const unsubscribe = store.subscribe(() => {
      timer ??= setTimeout(write, writeMs);
    });
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      unsubscribe();
      write();
    };
  }, [store]);
  return <PlayerContext value={parts}>{children}</PlayerContext>;
}

function usePlayerParts(): PlayerParts {
  const parts = use(PlayerContext);
  if (!parts) throw new Error('used outside PlayerProvider');
  return parts;
}

export const usePlayerStore = (): PlayerStore => usePlayerParts().store;
export const useVideoContainer = (): VideoContainer => usePlayerParts().videoContainer;

/** Returns a part of the player's state; the component is rendered again when it changes. */
export function usePlayerState<T>(select: (state: PlayerState) => T): T {
  const store = usePlayerStore();
  return useSyncExternalStore(store.subscribe, () => select(store.state()));
}

/** Returns whether anything is in the queue. */
export const useHasPlayer = (): boolean => usePlayerState((state) => currentTrack(state) !== undefined);

/** Returns whether the player can play a content: audio or video that this node can open. */
export function canPlay(content: Pick<LocalContent, 'content_type' | 'encrypted' | 'damage'>): boolean {
  const kind = viewerKindOf(plainType(content));
  return canView(content) && content.damage !== 'missing' && (kind === 'audio' || kind === 'video');
}

/** Returns the actions that play contents; contents that cannot be played are left out. */
export function usePlayer() {
  const store = usePlayerStore();
  return {
    /** Replaces the queue, and starts with the content at `index`. */
    play: (contents: readonly LocalContent[], index = 0) => {
      const playable = contents.filter(canPlay);
      const first = contents[index];
      store.play(playable.map(playerContent), Math.max(0, first ? playable.indexOf(first) : 0));
    },
    /** Replaces the queue by the list with the content, or by the content alone, and starts with the content. */
    playAmong: async (content: LocalContent, list?: () => Promise<readonly LocalContent[]>) => {
      const playable = ((await list?.()) ?? []).filter(canPlay);
      const at = playable.findIndex(({ content_id: id }) => id === content.content_id);
      const contents = at < 0 ? [content] : playable;
      store.play(contents.map(playerContent), Math.max(0, at));
    },
    /** Replaces the queue, shuffled, and plays it. */
    playShuffled: (contents: readonly LocalContent[]) => {
      const playable = contents.filter(canPlay);
      store.play(playable.map(playerContent), Math.floor(Math.random() * playable.length));
      store.setShuffled(true);
    },
    playNext: (contents: readonly LocalContent[]) =>
      store.playNext(contents.filter(canPlay).map(playerContent)),
    addToQueue: (contents: readonly LocalContent[]) =>
      store.addToQueue(contents.filter(canPlay).map(playerContent)),
  };
}

const playerContent = (content: LocalContent): PlayerContent => ({
  id: content.content_id,
  title: shownTitle(content, content.title),
  artist: content.authors.join(', ') || (content.media?.artist ?? ''),
  contentType: plainType(content),
  pictureUrl: content.cover_url ?? content.thumbnail_url,
});
