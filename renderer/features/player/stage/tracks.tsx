import { useEffect, useMemo, useRef } from 'react';
import type { AccessLink } from '../../../../src/contract/dashboard-api/licensing.ts';
import type { ToPlayer, Track } from '../../../viewer/messages.ts';
import { linkRenewal } from '../../viewer-frame/index.ts';
import type { QueueItem } from '../model/queue.ts';
import { usePlayerState, usePlayerStore } from '../player-context.tsx';
import { artworkOf } from './artwork.ts';
import { useRememberedPosition, useTrackLink } from './use-track-link.ts';

/** The connection to the frame, and what was sent to it. */
export interface FrameLink {
  post(message: ToPlayer): void;
  /** `loadId` of what was loaded last; -1: nothing. */
  loadId: number;
  /** The links that were sent, by the keys of the tracks. */
  urls: Map<number, string>;
  /** Requests another link for a track, by its key. */
  renewals: Map<number, () => void>;
}

interface TrackProps {
  item: QueueItem;
  link: FrameLink;
}

/** Loads the current track into the frame, and sends new links to it. Renders nothing. */
export function CurrentTrack({ item, link }: TrackProps) {
  const store = usePlayerStore();
  const loadId = usePlayerState((state) => state.loadId);
  const startAt = usePlayerState((state) => state.startAt);
  const { accessLink, refusal, renew } = useTrackLink(item.content.id);
  const remembered = useRememberedPosition(item.content.id, `load ${loadId}`, startAt === null);
  const at = startAt ?? remembered.seconds ?? (remembered.isRefused ? 0 : undefined);
  const isUnread = startAt === null && remembered.isRefused;
  useRenewal(item, link, renew);
  useEffect(() => {
    if (!accessLink || at === undefined || link.loadId === loadId) return;
    link.loadId = loadId;
    link.urls.set(item.key, accessLink.url);
    if (isUnread) store.protectPosition();
    const plays = store.state().isPlaying;
    link.post({ kind: 'load', track: trackOf(item, accessLink), at, plays });
  }, [item, link, accessLink, at, isUnread, loadId, store]);
  useNewLink(item, link, accessLink);
  const reason = refusal?.reason;
  const refusedAt = refusal?.errorUpdatedAt;
  useEffect(() => {
    if (reason && refusedAt !== undefined) store.fail(reason);
  }, [reason, refusedAt, store]);
  // Requests a link again after a refusal, because a licence may have arrived meanwhile.
  const again = useRef({ loadId, renew });
  useEffect(() => {
    if (reason && again.current.loadId !== loadId) void again.current.renew();
    again.current = { loadId, renew };
  }, [reason, loadId, renew]);
  useEffect(() => {
    let isEnded = false;
    void artworkOf(item.content.pictureUrl).then((url) => {
      if (url !== null && !isEnded) link.post({ kind: 'artwork', key: item.key, url });
    });
    return () => {
      isEnded = true;
    };
  }, [item, link]);
  return null;
}

interface TrackAheadProps extends TrackProps {
  /** Identifies the start of the current track. */
  startId: number;
  /** Whether the current track has the same content, whose position is forgotten at its end. */
  isRepeated: boolean;
}

/** Loads the next track in advance, so that it starts without a gap. Renders nothing. */
export function TrackAhead({ item, link, startId, isRepeated }: TrackAheadProps) {
  const { accessLink, renew } = useTrackLink(item.content.id);
  const remembered = useRememberedPosition(item.content.id, `ahead ${startId}`, !isRepeated);
  // A track whose position is refused is loaded when it is current.
  const at = isRepeated ? 0 : remembered.seconds;
  const isSent = useRef(false);
  useRenewal(item, link, renew);
  useEffect(() => {
    if (!accessLink || at === undefined || isSent.current) return;
    isSent.current = true;
    link.urls.set(item.key, accessLink.url);
    link.post({ kind: 'ahead', track: trackOf(item, accessLink), at });
  }, [item, link, accessLink, at]);
  useEffect(() => () => link.post({ kind: 'ahead', track: null, at: 0 }), [link]);
  useNewLink(item, link, accessLink);
  return null;
}

/** Sends a link that replaces an earlier one. */
function useNewLink({ key }: QueueItem, link: FrameLink, accessLink: AccessLink | undefined): void {
  const url = accessLink?.url;
  useEffect(() => {
    const before = link.urls.get(key);
    if (url === undefined || before === undefined || before === url) return;
    link.urls.set(key, url);
    link.post({ kind: 'relink', key, url });
  }, [key, link, url]);
}

function useRenewal({ key }: QueueItem, link: FrameLink, renew: () => Promise<string | undefined>): void {
  const latest = useRef(renew);
  latest.current = renew;
  const request = useMemo(
    () =>
      linkRenewal({
        sent: () => link.urls.get(key),
        renew: () => latest.current(),
        send: (url) => link.post({ kind: 'relink', key, url }),
      }),
    [key, link],
  );
  useEffect(() => {
    link.renewals.set(key, request);
    return () => {
      if (link.renewals.get(key) === request) link.renewals.delete(key);
    };
  }, [key, link, request]);
}

const trackOf = ({ key, content }: QueueItem, accessLink: AccessLink): Track => ({
  key,
  url: accessLink.url,
  contentType: accessLink.content_type,
  title: content.title,
  artist: content.artist,
});
