import { ActionIcon } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { currentTrack } from './model/player-state.ts';
import classes from './play-button.module.css';
import { canPlay, usePlayer, usePlayerState, usePlayerStore } from './player-context.tsx';

interface TilePlayButtonProps {
  content: LocalContent;
  /** The list that continues after the content. Default: nothing. */
  list?: readonly LocalContent[];
}

/** Plays a content from its tile, which must be positioned. Shows nothing if the content cannot be played. */
export function TilePlayButton({ content, list = [content] }: TilePlayButtonProps) {
  const player = usePlayer();
  const store = usePlayerStore();
  const isPlaying = usePlayerState(
    (state) => state.isPlaying && currentTrack(state)?.content.id === content.content_id,
  );
  if (!canPlay(content)) return null;
  const { title } = content;
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <ActionIcon
      variant="filled"
      color="alcove"
      radius="xl"
      size="lg"
      className={classes.play ?? ''}
      aria-label={t(isPlaying ? 'player.pauseOf' : 'player.playOf', { title })}
      onClick={() => (isPlaying ? store.pause() : player.play(list, list.indexOf(content)))}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
