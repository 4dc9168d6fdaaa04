import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import {
  type MediaFailure,
  type MediaUpload,
  putMedia,
} from '../../../src/contract/dashboard-api/library/media.ts';
import { type AccessLink, getAccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import type { DashboardClient } from '../../lib/api/dashboard-client.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { t } from '../../lib/i18n/language.ts';
import { type FromViewer, mediaMaker, viewerKindOf } from '../../viewer/messages.ts';
import { mediaQueue, type RunningTask, useBackgroundMedia } from '../media/index.ts';
import { listenToFrame, sendToFrame } from '../viewer-frame/index.ts';
import classes from './media-makers.module.css';

/** Makes thumbnails and media facts in hidden frames with an opaque origin. */
export function MediaMakers() {
  useBackgroundMedia();
  const running = useSyncExternalStore(mediaQueue.subscribe, mediaQueue.running);
  // In the order of the slots, because a frame that is moved in the document loads again.
  const bySlot = running.toSorted((a, b) => a.slot - b.slot);
  return (
    <div className={classes.makers} aria-hidden inert>
      {bySlot.map((task) => (
        <MediaMaker key={task.slot} task={task} />
      ))}
    </div>
  );
}

/** Limit of the pictures of one frame, which frees their memory when it is removed. */
const maxPictures = 50;

/** The number of pictures made by each frame that is ready. */
const picturesOf = new WeakMap<HTMLIFrameElement, number>();

/**
 * Makes the media of one content after another. Only pictures follow each other in a frame, because they are decoded
 * by the browser alone: scripts that read other formats may be left in a bad state by a hostile file.
 */
function MediaMaker({ task }: { task: RunningTask }) {
  const { id, attempt = 1 } = task;
  const { data: accessLink, error } = useDashboardQuery(
    ['media-link', id, attempt],
    getAccessLink,
    { params: { id } },
    { gcTime: 0 },
  );
  const frame = useRef<HTMLIFrameElement>(null);
  const job = `${id} ${attempt}`;
  const [last, setLast] = useState({ job: '', isFrameKept: false });
  useEffect(() => {
    if (!error) return;
    // The frame may still be busy with this content.
    setLast({ job, isFrameKept: false });
    mediaQueue.finish(id);
  }, [error, job, id]);
  const isRunning = accessLink !== undefined && last.job !== job;
  return (
    <>
      {(isRunning || last.isFrameKept) && (
        <iframe
          ref={frame}
          title={t('media.making')}
          src="/viewer/frame.html"
          sandbox="allow-scripts"
          allow=""
          tabIndex={-1}
        />
      )}
      {isRunning && (
        <MediaJob
          key={job}
          task={task}
          accessLink={accessLink}
          frame={frame}
          onOver={(isFrameKept) => setLast({ job, isFrameKept })}
        />
      )}
    </>
  );
}

interface MediaJobProps {
  task: RunningTask;
  accessLink: AccessLink;
  frame: RefObject<HTMLIFrameElement | null>;
  /** Called once, with whether the frame can be used for the next content. */
  onOver(isFrameKept: boolean): void;
}

/** Requests the media of a content from the frame, and sends them to the node. */
function MediaJob({ task: { id, lengthOnly = false }, accessLink, frame, onOver }: MediaJobProps) {
  const node = useDashboardClient();
  // Keeps the first link, because a renewed one must not start again.
  const { current: first } = useRef(accessLink);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const { url, content_type: contentType, size } = first;
    const request = () => sendToFrame(frame.current, { kind: 'media', id, url, contentType, size });
    const keep = async (media: MediaUpload | undefined, isFrameKept: boolean): Promise<void> => {
      stop();
      over(isFrameKept);
      if (media) await send(node, id, media);
      mediaQueue.finish(id);
    };
    const stop = listenToFrame(
      frame,
      extraTicks(size),
      (message) => {
        if (message.kind === 'ready') {
          // A frame that loads itself again does not start its count anew.
          if (frame.current && !picturesOf.has(frame.current)) picturesOf.set(frame.current, 0);
          request();
        }
        const made = uploadOf(message, id);
        const media = made && lengthOnly ? onlyLength(made) : made;
        if (media === undefined) return;
        void keep(media ?? undefined, media?.state === 'made' && countPicture(frame.current, contentType));
      },
      () => {
        if (mediaQueue.timeOut(id)) over(false);
        else void keep(lengthOnly ? undefined : failed('too_slow'), false);
      },
    );
    if (frame.current && picturesOf.has(frame.current)) request();
    return stop;
  }, [node, id, lengthOnly, first, frame]);
  return null;
}

/** Counts a picture that a frame has made. @returns whether the frame may make another one */
function countPicture(frame: HTMLIFrameElement | null, contentType: string): boolean {
  if (!frame || viewerKindOf(contentType) !== 'image') return false;
  const pictures = (picturesOf.get(frame) ?? 0) + 1;
  picturesOf.set(frame, pictures);
  return pictures < maxPictures;
}

/** Returns the additional seconds for large files, which are read at 2 MB per second, for a minute at most. */
const extraTicks = (size: number): number => Math.min(60, Math.floor(size / 2_000_000));

/**
 * Returns what the node stores; null: nothing, and it is tried again at another time; undefined: the frame is not
 * finished.
 */
function uploadOf(message: FromViewer, id: string): MediaUpload | null | undefined {
  if (!('id' in message) || message.id !== id) return undefined;
  if (message.kind === 'no_media') return message.reason === 'unavailable' ? null : failed(message.reason);
  if (message.kind !== 'media') return undefined;
  const { facts, thumbnail, waveform } = message;
  const made = { state: 'made', failure: null, maker: mediaMaker } as const;
  return { ...nothing, ...facts, ...made, waveform, thumbnail: thumbnail && base64(thumbnail) };
}

/** Returns the length alone; null without one. */
const onlyLength = ({ state, maker, duration_ms }: MediaUpload): MediaUpload | null =>
  state === 'made' && duration_ms !== null ? { ...nothing, state, failure: null, maker, duration_ms } : null;

const nothing: Omit<MediaUpload, 'state' | 'failure' | 'maker'> = {
  duration_ms: null,
  width: null,
  height: null,
  pages: null,
  title: null,
  artist: null,
  album: null,
  album_artist: null,
  track: null,
  disc: null,
  year: null,
  taken_at: null,
  waveform: null,
  thumbnail: null,
};

const failed = (failure: MediaFailure): MediaUpload => ({
  ...nothing,
  state: 'failed',
  failure,
  maker: mediaMaker,
});

const base64 = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));

/**
 * Sends the result to the node. The node may refuse it, because the content was removed or the file has forged a
 * result.
 */
async function send(node: DashboardClient, id: string, media: MediaUpload): Promise<void> {
  const put = (body: MediaUpload) => node.call(putMedia, { params: { id }, body });
  try {
    await put(media);
  } catch (error) {
    if (toCallError(error).code === 'invalid_request') await put(failed('unreadable')).catch(() => undefined);
  }
}
