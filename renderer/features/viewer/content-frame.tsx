import { Center, Loader } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { lookOf } from '../../viewer/messages.ts';
import classes from './content-frame.module.css';
import { FullScreenButton } from './full-screen-button.tsx';
import { type FrameOptions, useViewerFrame } from './use-viewer-frame.ts';

/**
 * Shows content in a frame with an opaque origin and its own process, so that hostile content cannot access the node.
 */
export function ContentFrame(options: FrameOptions) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const isShown = useViewerFrame(frame, options);
  const look = lookOf(options.opened.content_type);
  return (
    <div ref={box} className={classes.frame} data-look={look}>
      {!isShown && (
        <Center className={classes.waiting ?? ''} role="status" aria-label={t('viewer.frame.opening')}>
          <Loader size="sm" />
        </Center>
      )}
      {/* The frame has no permissions; the button of this page enters full screen. */}
      <iframe ref={frame} title={options.name} src="/viewer/frame.html" sandbox="allow-scripts" allow="" />
      {look === 'video' && isShown && <FullScreenButton box={box} frame={frame} />}
    </div>
  );
}
