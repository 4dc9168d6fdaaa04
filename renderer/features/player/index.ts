export { PlayerBar, PlayerStage } from './lazy-player.tsx';
export { maxItems as maxQueued } from './model/queue.ts';
export { TilePlayButton } from './play-button.tsx';
export { playLabel } from './play-label.ts';
export { canPlay, PlayerProvider, useHasPlayer, usePlayer } from './player-context.tsx';
export { PlayButton, PlayerPlace, useIsFilmShown, usePlayback } from './player-place.tsx';
export { PlayingMark, usePlayingState } from './playing-mark.tsx';
export { usePlayEntries } from './use-play-entries.ts';
