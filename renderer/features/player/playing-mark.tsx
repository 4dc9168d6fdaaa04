import { IconPlayerPauseFilled, IconVolume } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { currentTrack, isPlayingNow } from './model/player-state.ts';
import { usePlayerState } from './player-context.tsx';

/** How a list marks the current track. */
interface PlayingState {
  label: string;
  icon: ReactNode;
}

const icons = { playing: IconVolume, paused: IconPlayerPauseFilled };

/** Returns the mark of a content in a list; undefined if it is not the current track. */
export function usePlayingState(contentId: string): PlayingState | undefined {
  const mark = usePlayerState((state) => {
    if (currentTrack(state)?.content.id !== contentId) return undefined;
    return isPlayingNow(state) ? 'playing' : 'paused';
  });
  if (mark === undefined) return undefined;
  const Icon = icons[mark];
  return {
    label: t(`player.mark.${mark}`),
    icon: <Icon size={16} style={{ verticalAlign: 'middle' }} aria-hidden />,
  };
}

/** Marks the title of a content in a list if it is the current track. */
export function PlayingMark({ contentId }: { contentId: string }) {
  const state = usePlayingState(contentId);
  if (!state) return null;
  return (
    <span role="img" aria-label={state.label} title={state.label} style={markStyle}>
      {state.icon}
    </span>
  );
}

const markStyle = { display: 'inline-flex', flexShrink: 0, color: 'var(--alcove-accent)' };
