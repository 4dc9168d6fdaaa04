import { Center, Loader } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { t } from '../../lib/i18n/language.ts';
import classes from './content-frame.module.css';
import { type FrameOptions, useViewerFrame } from './use-viewer-frame.ts';

/** Shows content in a frame with an opaque origin and its own process, so that it cannot access the node. */
export function ContentFrame(options: FrameOptions) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isShown = useViewerFrame(frame, options);
  useFocusMark(frame);
  return (
    <div className={classes.frame}>
      {!isShown && (
        <Center className={classes.waiting ?? ''} role="status" aria-label={t('viewer.frame.opening')}>
          <Loader size="sm" />
        </Center>
      )}
      {/* The frame has no permissions. */}
      <iframe
        ref={frame}
        className={classes.content ?? ''}
        data-shown={isShown || undefined}
        title={options.name}
        src="/viewer/frame.html"
        sandbox="allow-scripts"
        allow=""
      />
    </div>
  );
}

/** Marks the frame while the focus is in it; browsers match neither `:focus` nor `:focus-visible` then. */
function useFocusMark(frame: RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => {
    const mark = () =>
      frame.current?.toggleAttribute('data-focused', document.activeElement === frame.current);
    window.addEventListener('blur', mark);
    window.addEventListener('focus', mark);
    document.addEventListener('focusin', mark);
    return () => {
      window.removeEventListener('blur', mark);
      window.removeEventListener('focus', mark);
      document.removeEventListener('focusin', mark);
    };
  }, [frame]);
}
