import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../lib/i18n/language.ts';
import { itemPathOf } from '../../../lib/paths.ts';
import { Cover } from '../../../ui/media/cover.tsx';
import { useBackState } from '../../../ui/navigation/use-back-state.ts';
import { type PlayFailure, trackAhead } from '../model/player-state.ts';
import type { QueueItem } from '../model/queue.ts';
import { usePlayerState } from '../player-context.tsx';
import classes from './player-bar.module.css';

/** Shows the title of the current track as a link to its page, and below it the author or the failure. */
export function TrackTitle({ item }: { item: QueueItem }) {
  const { id, title, contentType, pictureUrl } = item.content;
  const backState = useBackState();
  return (
    <Group gap="sm" wrap="nowrap" className={classes.title ?? ''}>
      <Cover url={pictureUrl} contentType={contentType} size={44} />
      <div className={classes.names}>
        <Anchor
          component={Link}
          to={itemPathOf(id)}
          state={backState}
          size="sm"
          fw={600}
          lh="1.5rem"
          c="inherit"
          truncate
          display="block"
          title={title}
          translate="no"
        >
          {title}
        </Anchor>
        <TrackStatus item={item} />
      </div>
    </Group>
  );
}

/** Shows the author, or why the track does not play. */
function TrackStatus({ item }: { item: QueueItem }) {
  const failure = usePlayerState((state) => state.failure);
  const isWaiting = usePlayerState(
    (state) => state.isPlaying && state.isOpen && (state.isWaiting || !state.isReady),
  );
  const text =
    failure === null ? (isWaiting ? t('player.waiting') : item.content.artist) : failureText(failure);
  return (
    <Text
      size="xs"
      c={failure === null ? 'dimmed' : 'var(--mantine-color-error)'}
      truncate
      title={text}
      // A failure is announced to screen readers; a change of the author is not.
      role={failure === null ? undefined : 'alert'}
    >
      {text}
    </Text>
  );
}

function failureText(failure: PlayFailure): string {
  return t(`player.failure.${failure}`);
}

/** Returns whether the player continues with another track after a failure. */
export const useHasNextTrack = (): boolean =>
  usePlayerState((state) => state.isPlaying && trackAhead({ ...state, failure: null }) !== undefined);
