import { ActionIcon, Center, Loader, Text } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { lookOf } from '../../viewer/messages.ts';
import classes from './content-frame.module.css';
import { type FrameOptions, useViewerFrame } from './use-viewer-frame.ts';

/** Shows content in a frame with an opaque origin and its own process, so that it cannot access the node. */
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

interface FullScreenButtonProps {
  /** Fills the screen: the frame, and this button above it. */
  box: RefObject<HTMLDivElement | null>;
  frame: RefObject<HTMLIFrameElement | null>;
}

const hintMs = 4000;

/** Switches full screen for a film. The frame may not do this itself, because it could then imitate anything. */
function FullScreenButton({ box, frame }: FullScreenButtonProps) {
  const [isFull, setFull] = useState(false);
  const [isHinted, setHinted] = useState(false);
  useEffect(() => {
    const follow = () => {
      const full = box.current !== null && document.fullscreenElement === box.current;
      setFull(full);
      setHinted(full);
    };
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [box]);
  useEffect(() => {
    if (!isHinted) return;
    const timer = setTimeout(() => setHinted(false), hintMs);
    return () => clearTimeout(timer);
  }, [isHinted]);
  if (!document.fullscreenEnabled) return null;
  const change = async () => {
    if (isFull) return document.exitFullscreen();
    await box.current?.requestFullscreen();
    // The player gets the key presses.
    frame.current?.focus();
  };
  const label = t(isFull ? 'viewer.fullScreen.leave' : 'viewer.fullScreen.enter');
  const Icon = isFull ? IconMinimize : IconMaximize;
  return (
    <div className={classes.over}>
      {isHinted && (
        <Text size="sm" role="status" className={classes.hint ?? ''}>
          {t('viewer.fullScreen.hint')}
        </Text>
      )}
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={label}
        title={label}
        onClick={() => change().catch(notifyProblem)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
