import { Center, Loader } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { lookOf } from '../../viewer/messages.ts';
import classes from './content-frame.module.css';
import { FullScreenButton } from './full-screen-button.tsx';
import { type FrameOptions, useViewerFrame } from './use-viewer-frame.ts';

/** Shows what is stored in a frame that has no origin and a process of its own, so that nothing in it gets at the node. */
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
      {/* No permission at all: full screen is entered by the button of this page. */}
      <iframe ref={frame} title={options.name} src="/viewer/frame.html" sandbox="allow-scripts" allow="" />
      {look === 'video' && isShown && <FullScreenButton box={box} frame={frame} />}
    </div>
  );
}
