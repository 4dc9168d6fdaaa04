import { type RefObject, useEffect, useState } from 'react';
import type { FromViewer, ToPlayer } from '../../../viewer/messages.ts';
import { listenToFrame, sendToFrame } from '../../viewer-frame/index.ts';
import { isAudible } from '../model/player-state.ts';
import type { PlayerStore } from '../model/player-store.ts';
import { usePlayerState, usePlayerStore } from '../player-context.tsx';
import type { FrameLink } from './tracks.tsx';

/** Exchanges messages with the player frame. @returns the connection to the frame; null until the frame is ready */
export function usePlayerFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  hasControls: boolean,
  onDead: () => void,
): FrameLink | null {
  const store = usePlayerStore();
  const [link, setLink] = useState<FrameLink | null>(null);

  useEffect(() => {
    let current: FrameLink | null = null;
    const answer = (message: FromViewer) => {
      if (message.kind === 'ready') {
        current = emptyLink((to) => sendToFrame(frame.current, { kind: 'player', message: to }));
        store.reload();
        setLink(current);
      } else hear(store, message, current);
    };
    return listenToFrame(frame, Number.POSITIVE_INFINITY, answer, () => {
      store.fail('stopped');
      onDead();
    });
  }, [frame, store, onDead]);

  const { isPlaying, volume, isMuted, rate } = usePlayerSettings();
  useEffect(() => link?.post({ kind: 'sound', volume, isMuted }), [link, volume, isMuted]);
  useEffect(() => link?.post({ kind: 'rate', rate }), [link, rate]);
  useEffect(() => link?.post({ kind: 'controls', isShown: hasControls }), [link, hasControls]);
  useEffect(() => link?.post({ kind: isPlaying ? 'play' : 'pause' }), [link, isPlaying]);
  useEffect(
    () => (link ? store.onSeek((time) => link.post({ kind: 'seek', time })) : undefined),
    [link, store],
  );
  return link;
}

const emptyLink = (post: (message: ToPlayer) => void): FrameLink => ({
  post,
  loadId: -1,
  urls: new Map(),
  renewals: new Map(),
});

function usePlayerSettings() {
  return {
    isPlaying: usePlayerState(isAudible),
    volume: usePlayerState((state) => state.volume),
    isMuted: usePlayerState((state) => state.isMuted),
    rate: usePlayerState((state) => state.rate),
  };
}

/** Handles a message of a frame that hostile content may control. */
function hear(store: PlayerStore, message: FromViewer, link: FrameLink | null): void {
  switch (message.kind) {
    case 'shown':
      if (message.key !== undefined) store.markReady(message.key);
      return;
    case 'renew':
      if (message.key !== undefined) link?.renewals.get(message.key)?.();
      return;
    case 'failed':
      if (message.key !== store.state().queue.current) return;
      return store.fail(
        message.reason === 'damaged' || message.reason === 'stalled' ? message.reason : 'unreadable',
      );
    case 'time':
    case 'waiting':
    case 'paused':
    case 'sound':
    case 'ended':
    case 'wanted':
      return store.hear(message);
  }
}
