import { ActionIcon, Group } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { t } from '../../../lib/i18n/language.ts';
import { IconAction } from '../../../ui/forms/icon-action.tsx';
import { neighbour } from '../model/queue.ts';
import { usePlayerState, usePlayerStore } from '../player-context.tsx';
import classes from './player-bar.module.css';

/** Plays and pauses, and changes to the previous or next track. */
export function Transport({ size = 'lg' }: { size?: 'lg' | 'xl' }) {
  const store = usePlayerStore();
  return (
    <Group gap={4} wrap="nowrap" justify="center">
      <IconAction icon={IconPlayerSkipBack} label={t('player.previous')} onClick={() => store.previous()} />
      <PlayPause size={size} />
      <NextButton />
    </Group>
  );
}

export function PlayPause({ size }: { size: 'lg' | 'xl' }) {
  const store = usePlayerStore();
  const isPlaying = usePlayerState((state) => state.isPlaying && state.failure === null);
  const label = t(isPlaying ? 'player.pause' : 'player.play');
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <ActionIcon
      variant="filled"
      color="alcove"
      radius="xl"
      size={size}
      aria-label={label}
      title={label}
      onClick={() => (isPlaying ? store.pause() : store.resume())}
    >
      <Icon size={size === 'xl' ? 24 : 18} aria-hidden />
    </ActionIcon>
  );
}

/** Shows a disabled button if there is no next track, because a focused button must not disappear. */
export function NextButton() {
  const store = usePlayerStore();
  const hasNext = usePlayerState(({ queue }) => neighbour(queue, 1) !== undefined);
  const label = t('player.next');
  return (
    <ActionIcon
      size="lg"
      aria-label={label}
      title={label}
      aria-disabled={!hasNext}
      className={classes.next ?? ''}
      onClick={() => store.next()}
    >
      <IconPlayerSkipForward size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
