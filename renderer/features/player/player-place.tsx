import { Button, Group, Stack } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { Cover } from '../../ui/media/cover.tsx';
import { viewerKindOf } from '../../viewer/messages.ts';
import { plainType } from '../stored-file/index.ts';
import { currentTrack, isPlayingNow, type PlayFailure } from './model/player-state.ts';
import { playLabel } from './play-label.ts';
import { usePlayer, usePlayerState, usePlayerStore, useVideoContainer } from './player-context.tsx';
import classes from './player-place.module.css';

interface Playback {
  /** Why the content does not play; null if it plays or is not the current one. */
  failure: PlayFailure | null;
  retry(): void;
}

/** Returns whether a content is the current one, and why it does not play. */
export function usePlayback(contentId: string): Playback {
  const store = usePlayerStore();
  const failure = usePlayerState((state) =>
    currentTrack(state)?.content.id === contentId ? state.failure : null,
  );
  return { failure, retry: () => store.retry() };
}

/** Returns whether a content is a film that the player shows now. */
export function useIsFilmShown(content: LocalContent | null): boolean {
  const isCurrent = usePlayerState(
    (state) => state.isOpen && currentTrack(state)?.content.id === content?.content_id,
  );
  return isCurrent && content !== null && isFilmOf(content);
}

const isFilmOf = (content: LocalContent): boolean => viewerKindOf(plainType(content)) === 'video';

interface PlayerPlaceProps {
  content: LocalContent;
  /** Whether the play button is elsewhere on the page. */
  isBare: boolean;
}

/** The place of a content on its page: the play button, and the picture of a playing film. */
export function PlayerPlace({ content, isBare }: PlayerPlaceProps) {
  const videoContainer = useVideoContainer();
  const isFilm = isFilmOf(content);
  if (useIsFilmShown(content)) return <div ref={videoContainer.set} className={classes.film} />;
  if (isBare) return null;
  return (
    <Stack className={isFilm ? (classes.film ?? '') : (classes.sound ?? '')} align="center" justify="center">
      <Cover
        url={content.cover_url ?? content.thumbnail_url}
        contentType={plainType(content)}
        size={isFilm ? 96 : 180}
      />
      <Group>
        <PlayButton content={content} />
      </Group>
    </Stack>
  );
}

interface PlayButtonProps {
  content: LocalContent;
  /** Loads the list that is played with the content. Default: nothing. */
  list?: () => Promise<readonly LocalContent[]>;
}

/** Plays a content, and pauses it. */
export function PlayButton({ content, list }: PlayButtonProps) {
  const store = usePlayerStore();
  const player = usePlayer();
  const isPlaying = usePlayerState(
    (state) => currentTrack(state)?.content.id === content.content_id && isPlayingNow(state),
  );
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  const press = () => {
    if (isPlaying) store.pause();
    else if (currentTrack(store.state())?.content.id === content.content_id) store.resume();
    else player.playAmong(content, list).catch(notifyProblem);
  };
  return (
    <Button leftSection={<Icon size={18} aria-hidden />} onClick={press}>
      {isPlaying ? t('player.pause') : playLabel([content])}
    </Button>
  );
}
