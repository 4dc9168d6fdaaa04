import { useEffect, useRef } from 'react';
import type { AccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { maxPreviewBytes } from '../../../src/contract/dashboard-api/orders.ts';
import { t } from '../../lib/i18n/language.ts';
import { type Sample, viewerKindOf } from '../../viewer/messages.ts';
import { listenToFrame, sendToFrame, useAccessLink } from '../viewer-frame/index.ts';
import classes from './content-frame.module.css';

/** `unreadable`: this browser cannot make a preview of this content; `too_large`: the node would refuse the preview. */
export type SampleFailure = 'unreadable' | 'too_large';

interface SampleEvents {
  /** Called with the finished fraction, 0 to 1. */
  onProgress(done: number): void;
  onMade(sample: Sample): void;
  onFailed(reason: SampleFailure): void;
}

/** Makes a preview of a content in a frame with an opaque origin; removing the component cancels it. */
export function SampleFrame({ contentId, ...events }: SampleEvents & { contentId: string }) {
  const { data, error } = useAccessLink(contentId).query;
  const { onFailed } = events;
  useEffect(() => {
    if (error) onFailed('unreadable');
  }, [error, onFailed]);
  return data ? <Maker accessLink={data} {...events} /> : null;
}

function Maker({ accessLink, onProgress, onMade, onFailed }: SampleEvents & { accessLink: AccessLink }) {
  const frame = useRef<HTMLIFrameElement>(null);
  // Keeps the first link, because a renewed one must not start again.
  const { current: first } = useRef(accessLink);
  useEffect(
    () =>
      listenToFrame(
        frame,
        0,
        (message) => {
          if (message.kind === 'ready') {
            const { url, content_type: contentType } = first;
            sendToFrame(frame.current, { kind: 'sample', url, contentType });
          }
          if (message.kind === 'sampling') onProgress(message.done);
          if (message.kind === 'failed') onFailed('unreadable');
          if (message.kind !== 'sample') return;
          if (message.bytes.byteLength > maxPreviewBytes) onFailed('too_large');
          else onMade(message);
        },
        () => onFailed('unreadable'),
      ),
    [first, onProgress, onMade, onFailed],
  );
  return (
    <div className={classes.sample} data-kind={viewerKindOf(first.content_type)}>
      <iframe
        ref={frame}
        title={t('selling.preview.making')}
        src="/viewer/frame.html"
        sandbox="allow-scripts"
        allow=""
        tabIndex={-1}
      />
    </div>
  );
}
