import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AccessLink } from '../../../src/contract/dashboard-api/licensing.ts';
import { t, useLanguage } from '../../lib/i18n/language.ts';
import type { BookTexts, FromViewer, ShownPages, ViewerTexts, ViewFailure } from '../../viewer/messages.ts';
import { type FrameEnd, linkRenewal, listenToFrame, sendToFrame } from '../viewer-frame/index.ts';
import { useReadingPlace } from './use-reading-place.ts';

/** Why a content is no longer shown: the frame reported it, or the frame itself failed. */
export type ViewEnd = ViewFailure | FrameEnd;

export interface FrameOptions {
  contentId: string;
  name: string;
  accessLink: AccessLink;
  /** Requests another link now; resolves with it, or with undefined if there is none. */
  renew: () => Promise<string | undefined>;
  /** Called with the number of shown pages if some are left out. */
  onShown: (pages: ShownPages | undefined) => void;
  onEnd: (reason: ViewEnd) => void;
}

/** Exchanges messages with the viewer frame. @returns whether it shows something */
export function useViewerFrame(frame: RefObject<HTMLIFrameElement | null>, options: FrameOptions): boolean {
  const { contentId, name, accessLink, renew, onShown, onEnd } = options;
  const [stage, setStage] = useState<'loading' | 'ready' | 'shown'>('loading');
  const colorScheme = useComputedColorScheme('light');
  const { url, content_type: contentType, size } = accessLink;
  const sentUrl = useRef(url);
  const language = useLanguage();
  const reading = useReadingPlace(contentId, contentType);
  const keepPlace = useEffectEvent(reading.follow);
  const lastPlace = useEffectEvent(reading.place);

  useEffect(() => {
    const renewLink = linkRenewal({
      sent: () => sentUrl.current,
      renew,
      send: (link) => sendToFrame(frame.current, { kind: 'link', url: link }),
    });
    const answer = (message: FromViewer) => {
      if (message.kind === 'ready') setStage('ready');
      if (message.kind === 'renew') renewLink();
      if (message.kind === 'failed') onEnd(message.reason);
      if (message.kind === 'place') keepPlace(message.place);
      if (message.kind !== 'shown') return;
      setStage('shown');
      onShown(message.pages);
    };
    return listenToFrame(frame, loadingTicksOf(contentType, size), answer, onEnd);
  }, [frame, renew, onShown, onEnd, contentId, contentType, size]);

  const isReady = stage !== 'loading';
  const canShow = isReady && reading.isKnown;
  useEffect(() => {
    if (isReady) sendToFrame(frame.current, { kind: 'scheme', colorScheme });
  }, [frame, isReady, colorScheme]);
  useEffect(() => {
    if (!canShow) return;
    const texts = viewerTexts(name);
    sendToFrame(frame.current, {
      kind: 'show',
      url: sentUrl.current,
      contentType,
      size,
      name,
      language,
      texts,
      place: lastPlace(),
    });
  }, [frame, canShow, contentType, size, name, language]);
  useEffect(() => {
    if (!isReady || url === sentUrl.current) return;
    sentUrl.current = url;
    sendToFrame(frame.current, { kind: 'link', url });
  }, [frame, isReady, url]);
  return stage === 'shown';
}

/**
 * Returns the additional ticks for a picture, which is shown only after it is complete: at 100 kB/s, ten minutes at
 * most.
 */
const loadingTicksOf = (contentType: string, size: number): number =>
  contentType.startsWith('image/') ? Math.min(600, Math.ceil(size / 100_000)) : 0;

function viewerTexts(name: string): ViewerTexts {
  return {
    page: t('viewer.frame.page', { page: '{page}', pages: '{pages}' }),
    pageFailed: t('viewer.frame.pageFailed'),
    ownSize: t('viewer.frame.ownSize', { name }),
    showMore: t('common.showMore'),
    book: bookTexts(),
  };
}

function bookTexts(): BookTexts {
  const places = { chapter: '{chapter}', chapters: '{chapters}' };
  return {
    contents: t('viewer.book.contents'),
    previous: t('viewer.book.previous'),
    next: t('viewer.book.next'),
    smaller: t('viewer.book.smaller'),
    larger: t('viewer.book.larger'),
    chapter: t('viewer.book.chapter', places),
    chapterOf: t('viewer.book.chapterOf', places),
    position: t('viewer.book.position', places),
    failed: t('viewer.book.failed'),
  };
}
