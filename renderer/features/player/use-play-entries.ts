import { notifications } from '@mantine/notifications';
import { IconPlayerPlay, IconPlayerTrackNext, IconPlaylistAdd } from '@tabler/icons-react';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import type { MenuEntry } from '../../ui/lists/row-menu.tsx';
import { playLabel } from './play-label.ts';
import { canPlay, usePlayer } from './player-context.tsx';

/** The entries of a menu that play a content: now, or later. */
export interface PlayEntries {
  now: MenuEntry;
  later: MenuEntry[];
}

/** Returns the entries of a menu that play a content; none if it cannot be played. */
export function usePlayEntries(): (content: LocalContent) => PlayEntries {
  const player = usePlayer();
  const say = (content: LocalContent, add: (contents: readonly LocalContent[]) => void) => {
    add([content]);
    notifications.show({ message: t('player.added', { title: content.title }) });
  };
  return (content) =>
    canPlay(content)
      ? {
          now: [IconPlayerPlay, playLabel([content]), () => player.play([content])],
          later: [
            [IconPlayerTrackNext, t('player.playNext'), () => say(content, player.playNext)],
            [IconPlaylistAdd, t('player.addToQueue'), () => say(content, player.addToQueue)],
          ],
        }
      : { now: null, later: [] };
}
