import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  type MediaFailure,
  type MediaUpload,
  putMedia,
} from '../../../src/contract/dashboard-api/library/media.ts';
import { getContentOpen, type PlainContent } from '../../../src/contract/dashboard-api/licensing.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import type { DashboardClient } from '../../lib/api/dashboard-client.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { useDashboardQuery } from '../../lib/api/use-dashboard-query.ts';
import { t } from '../../lib/i18n/language.ts';
import { type FromViewer, mediaMaker } from '../../viewer/messages.ts';
import { type MediaTask, mediaQueue, useBackgroundMedia } from '../media/index.ts';
import { listenToFrame, sendToFrame } from '../viewer-frame/index.ts';
import classes from './media-makers.module.css';

/** Makes thumbnails and media facts in hidden frames with an opaque origin, one for each content. */
export function MediaMakers() {
  useBackgroundMedia();
  const running = useSyncExternalStore(mediaQueue.subscribe, mediaQueue.running);
  return (
    <div className={classes.makers} aria-hidden inert>
      {running.map((task) => (
        <MediaMaker key={`${task.id} ${task.attempt}`} task={task} />
      ))}
    </div>
  );
}

function MediaMaker({ task }: { task: MediaTask }) {
  const input = { params: { id: task.id } };
  const { data, error } = useDashboardQuery(['media-link', task.id, task.attempt], getContentOpen, input, {
    gcTime: 0,
  });
  useEffect(() => {
    if (error) mediaQueue.finish(task.id);
  }, [error, task.id]);
  return data ? <MediaFrame task={task} opened={data} /> : null;
}

function MediaFrame({ task: { id }, opened }: { task: MediaTask; opened: PlainContent }) {
  const node = useDashboardClient();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isOver, setOver] = useState(false);
  // Keeps the first link, because a renewed one must not start again.
  const { current: first } = useRef(opened);
  useEffect(() => {
    const keep = async (media: MediaUpload | undefined): Promise<void> => {
      stop();
      // Removes the frame at once, without waiting for the response of the node.
      setOver(true);
      if (media) await send(node, id, media);
      mediaQueue.finish(id);
    };
    const stop = listenToFrame(
      frame,
      extraTicks(first.size),
      (message) => {
        if (message.kind === 'ready') {
          const { url, content_type: contentType, size } = first;
          sendToFrame(frame.current, { kind: 'media', url, contentType, size });
        }
        const media = uploadOf(message);
        if (media !== undefined) void keep(media ?? undefined);
      },
      () => {
        if (!mediaQueue.timeOut(id)) void keep(failed('too_slow'));
      },
    );
    return stop;
  }, [node, id, first]);
  if (isOver) return null;
  return (
    <iframe
      ref={frame}
      title={t('media.making')}
      src="/viewer/frame.html"
      sandbox="allow-scripts"
      allow=""
      tabIndex={-1}
    />
  );
}

/** Returns the additional seconds for large files, which are read at 2 MB per second, for a minute at most. */
const extraTicks = (size: number): number => Math.min(60, Math.floor(size / 2_000_000));

/**
 * Returns what the node stores; null: nothing, and it is tried again at another time; undefined: the frame is not
 * finished.
 */
function uploadOf(message: FromViewer): MediaUpload | null | undefined {
  if (message.kind === 'no_media') return message.reason === 'unavailable' ? null : failed(message.reason);
  if (message.kind !== 'media') return undefined;
  const { facts, thumbnail, waveform } = message;
  const made = { state: 'made', failure: null, maker: mediaMaker } as const;
  return { ...nothing, ...facts, ...made, waveform, thumbnail: thumbnail && base64(thumbnail) };
}

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
