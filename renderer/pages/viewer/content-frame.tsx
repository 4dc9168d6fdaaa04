import { Center, Loader, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { OpenedContent } from '../../../src/contract/local.ts';
import { t, useLanguage } from '../../lib/language.ts';
import { type FromViewer, lookOf, type ToViewer, type ViewerWords } from '../../viewer/messages.ts';
import classes from './content-frame.module.css';

interface ContentFrameProps {
  name: string;
  opened: OpenedContent;
  /** Asks for another link now; resolves with it, undefined where there is none. */
  renew: () => Promise<string | undefined>;
  onFailed: () => void;
}

/** Shows what is stored in a frame that has no origin, so that nothing in it gets at the node. */
export function ContentFrame({ name, opened, renew, onFailed }: ContentFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [stage, setStage] = useState<'loading' | 'ready' | 'shown'>('loading');
  const colorScheme = useComputedColorScheme('light');
  const { url, content_type: contentType, size } = opened;
  const told = useRef(url);
  const language = useLanguage();

  useEffect(() => {
    const renewLink = async () => {
      const before = told.current;
      const link = await renew();
      // Another one is told of when it is there. The same means that it was not the link.
      if (link === before) tell(frame.current, { kind: 'link', url: link });
    };
    const listen = ({ source, data }: MessageEvent<FromViewer>) => {
      if (source !== frame.current?.contentWindow) return;
      if (data.kind === 'ready') setStage('ready');
      if (data.kind === 'shown') setStage('shown');
      if (data.kind === 'renew') void renewLink();
      if (data.kind === 'failed') onFailed();
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [renew, onFailed]);

  const isReady = stage !== 'loading';
  useEffect(() => {
    if (isReady) tell(frame.current, { kind: 'scheme', colorScheme });
  }, [isReady, colorScheme]);
  useEffect(() => {
    if (!isReady) return;
    tell(frame.current, {
      kind: 'show',
      url: told.current,
      contentType,
      size,
      name,
      language,
      words: wordsFor(name),
    });
  }, [isReady, contentType, size, name, language]);
  useEffect(() => {
    if (!isReady || url === told.current) return;
    told.current = url;
    tell(frame.current, { kind: 'link', url });
  }, [isReady, url]);

  return (
    <div className={classes.frame} data-look={lookOf(contentType)}>
      {stage !== 'shown' && (
        <Center className={classes.waiting ?? ''} role="status" aria-label={t('viewer.frame.opening')}>
          <Loader size="sm" />
        </Center>
      )}
      <iframe ref={frame} title={name} src="/viewer/frame.html" sandbox="allow-scripts" allow="fullscreen" />
    </div>
  );
}

function wordsFor(name: string): ViewerWords {
  return {
    page: t('viewer.frame.page', { page: '{page}', pages: '{pages}' }),
    ownSize: t('viewer.frame.ownSize', { name }),
    showMore: t('viewer.frame.showMore'),
  };
}

// A frame without an origin cannot be named as the one that is to get it.
const tell = (frame: HTMLIFrameElement | null, message: ToViewer) =>
  frame?.contentWindow?.postMessage(message, '*');
