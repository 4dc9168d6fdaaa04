import { notifications } from '@mantine/notifications';
import { IconPlayerPlay, IconPlayerTrackNext, IconPlaylistAdd } from '@tabler/icons-react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import type { MenuEntry } from '../../ui/lists/row-menu.tsx';
import { playLabel } from './play-label.ts';
import { canPlay, usePlayer } from './player-context.tsx';

/** The entries of a menu that play a content: now, or later. */
export interface PlayEntries {
  now: MenuEntry;
  later: MenuEntry[];
}

/**
 * Returns the entries of a menu that play a content; none if it cannot be played.
 * @param list loads the list that is played with the content; default: nothing
 */
export function usePlayEntries(
  list?: () => Promise<readonly LocalContent[]>,
): (content: LocalContent) => PlayEntries {
  const player = usePlayer();
  const say = (content: LocalContent, add: (contents: readonly LocalContent[]) => void) => {
    add([content]);
    notifications.show({ message: t('player.added', { title: content.title }) });
  };
  return (content) =>
    canPlay(content)
      ? {
          now: [
            IconPlayerPlay,
            playLabel([content]),
            () => player.playAmong(content, list).catch(notifyProblem),
          ],
          later: [
            [IconPlayerTrackNext, t('player.playNext'), () => say(content, player.playNext)],
            [IconPlaylistAdd, t('player.addToQueue'), () => say(content, player.addToQueue)],
          ],
        }
      : { now: null, later: [] };
}
