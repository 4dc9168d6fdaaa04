import { ActionIcon, Text } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { t } from '../../../lib/i18n/language.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import classes from './player-stage.module.css';

interface FullScreenButtonProps {
  /** The element that fills the screen: contains the frame, and this button above it. */
  box: RefObject<HTMLElement | null>;
  frame: RefObject<HTMLIFrameElement | null>;
}

const hintMs = 4000;

/**
 * Switches full screen for a film. The frame has no permission for it, because its content could then imitate anything.
 */
export function FullScreenButton({ box, frame }: FullScreenButtonProps) {
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
    // Focuses the frame, so that the player gets the key presses.
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
