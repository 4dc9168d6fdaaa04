import { Button, Group, Stack } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { Cover } from '../../ui/media/cover.tsx';
import { lookOf } from '../../viewer/messages.ts';
import { plainType } from '../stored-file/index.ts';
import { currentTrack, type PlayFailure } from './model/player-state.ts';
import { useFilmPlace, usePlayer, usePlayerState, usePlayerStore } from './player-context.tsx';
import classes from './player-place.module.css';

interface Playback {
  /** Why the content does not play; null also while something else is current. */
  failure: PlayFailure | null;
  retry(): void;
}

/** Returns whether the player failed to play a content. */
export function usePlayback(contentId: string): Playback {
  const store = usePlayerStore();
  const failure = usePlayerState((state) =>
    currentTrack(state)?.content.id === contentId ? state.failure : null,
  );
  return { failure, retry: () => store.retry() };
}

/** The place of a content in its page: the button that plays it, and the picture of a film that plays. */
export function PlayerPlace({ content }: { content: LocalContent }) {
  const place = useFilmPlace();
  const id = content.content_id;
  const isFilm = lookOf(plainType(content)) === 'video';
  const isCurrent = usePlayerState((state) => state.isOpen && currentTrack(state)?.content.id === id);
  if (isFilm && isCurrent) return <div ref={place.set} className={classes.film} />;
  return (
    <Stack className={isFilm ? (classes.film ?? '') : (classes.sound ?? '')} align="center" justify="center">
      <Cover
        url={content.cover_url ?? content.thumbnail_url}
        contentType={plainType(content)}
        size={isFilm ? 96 : 180}
      />
      <Group>
        <PlayButton content={content} isCurrent={isCurrent} />
      </Group>
    </Stack>
  );
}

function PlayButton({ content, isCurrent }: { content: LocalContent; isCurrent: boolean }) {
  const store = usePlayerStore();
  const player = usePlayer();
  const isPlaying = usePlayerState((state) => isCurrent && state.isPlaying && state.failure === null);
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  const press = () => {
    if (isPlaying) store.pause();
    else if (currentTrack(store.state())?.content.id === content.content_id) store.resume();
    else player.play([content]);
  };
  return (
    <Button size="md" leftSection={<Icon size={18} aria-hidden />} onClick={press}>
      {t(isPlaying ? 'player.pause' : 'player.play')}
    </Button>
  );
}
