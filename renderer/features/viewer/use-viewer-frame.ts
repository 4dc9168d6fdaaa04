import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlainContent } from '../../../src/contract/dashboard-api/licensing.ts';
import { coalesce } from '../../lib/coalesce.ts';
import { t, useLanguage } from '../../lib/i18n/language.ts';
import type { FromViewer, ShownPages, ToViewer, ViewerTexts, ViewFailure } from '../../viewer/messages.ts';
import { type FrameEnd, FrameWatch } from './frame-watch.ts';

/** Why a content is no longer shown: reported by the frame, or caused by it. */
export type ViewEnd = ViewFailure | FrameEnd;

export interface FrameOptions {
  name: string;
  opened: PlainContent;
  /** Requests another link now; resolves with it, undefined where there is none. */
  renew: () => Promise<string | undefined>;
  /** Called with the number of shown pages, if not all are shown. */
  onShown: (pages: ShownPages | undefined) => void;
  onEnd: (why: ViewEnd) => void;
}

/** Limits the requests for links by a frame that fails at once. */
const betweenLinksMs = 5000;

/** Exchanges messages with the viewer frame. @returns whether it shows something */
export function useViewerFrame(frame: RefObject<HTMLIFrameElement | null>, options: FrameOptions): boolean {
  const { name, opened, renew, onShown, onEnd } = options;
  const [stage, setStage] = useState<'loading' | 'ready' | 'shown'>('loading');
  const colorScheme = useComputedColorScheme('light');
  const { url, content_type: contentType, size } = opened;
  const sentUrl = useRef(url);
  const language = useLanguage();

  useEffect(() => {
    const renewLink = coalesce(
      async () => {
        const before = sentUrl.current;
        const link = await renew();
        // The frame gets a new link when it arrives. An unchanged link was not the cause of the failure.
        if (link === before) sendToFrame(frame.current, { kind: 'link', url: link });
      },
      () => new Promise((resolve) => setTimeout(resolve, betweenLinksMs)),
    );
    const answer = (message: FromViewer) => {
      if (message.kind === 'ready') setStage('ready');
      if (message.kind === 'renew') renewLink();
      if (message.kind === 'failed') onEnd(message.why);
      if (message.kind !== 'shown') return;
      setStage('shown');
      onShown(message.pages);
    };
    return watchFrame(frame, loadingTicksOf(contentType, size), answer, onEnd);
  }, [frame, renew, onShown, onEnd, contentType, size]);

  const isReady = stage !== 'loading';
  useEffect(() => {
    if (isReady) sendToFrame(frame.current, { kind: 'scheme', colorScheme });
  }, [frame, isReady, colorScheme]);
  useEffect(() => {
    if (!isReady) return;
    const words = wordsFor(name);
    sendToFrame(frame.current, {
      kind: 'show',
      url: sentUrl.current,
      contentType,
      size,
      name,
      language,
      words,
    });
  }, [frame, isReady, contentType, size, name, language]);
  useEffect(() => {
    if (!isReady || url === sentUrl.current) return;
    sentUrl.current = url;
    sendToFrame(frame.current, { kind: 'link', url });
  }, [frame, isReady, url]);
  return stage === 'shown';
}

/** A picture is shown only once it is complete: at 100 kB/s, for ten minutes at most. */
const loadingTicksOf = (contentType: string, size: number): number =>
  contentType.startsWith('image/') ? Math.min(600, Math.ceil(size / 100_000)) : 0;

/** Hears a frame that may be hostile or dead. @returns a function that ends the watch */
export function watchFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  loadingTicks: number,
  onMessage: (message: FromViewer) => void,
  onEnd: (end: FrameEnd) => void,
): () => void {
  const watched = new FrameWatch({
    ping: () => sendToFrame(frame.current, { kind: 'ping' }),
    isVisible: () => document.visibilityState === 'visible',
    loadingTicks,
    onMessage,
    // The frame is removed at once, because its process ends with it.
    onEnd: (end) => flushSync(() => onEnd(end)),
  });
  const listen = (event: MessageEvent<unknown>) => {
    const source = frame.current?.contentWindow;
    if (source && event.source === source) watched.hear(() => event.data);
  };
  window.addEventListener('message', listen);
  return () => {
    watched.stop();
    window.removeEventListener('message', listen);
  };
}

function wordsFor(name: string): ViewerTexts {
  return {
    page: t('viewer.frame.page', { page: '{page}', pages: '{pages}' }),
    pageFailed: t('viewer.frame.pageFailed'),
    ownSize: t('viewer.frame.ownSize', { name }),
    showMore: t('common.showMore'),
  };
}

// The target origin is `*`, because a frame with an opaque origin cannot be named.
export const sendToFrame = (frame: HTMLIFrameElement | null, message: ToViewer) =>
  frame?.contentWindow?.postMessage(message, '*');
