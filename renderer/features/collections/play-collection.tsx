import { Button } from '@mantine/core';
import { IconArrowsShuffle, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { CollectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { useIsPhone } from '../../ui/layout/use-is-phone.ts';
import type { MenuEntry } from '../../ui/lists/row-menu.tsx';
import { usePlayer } from '../player/index.ts';
import { useCollectionContents } from './use-collection-contents.ts';

function usePlay({ id }: CollectionDetails) {
  const player = usePlayer();
  const contentsOf = useCollectionContents();
  return useMutation({
    mutationFn: (_order: 'inOrder' | 'shuffled') => contentsOf(id),
    onSuccess: (contents, order) =>
      order === 'shuffled' ? player.playShuffled(contents) : player.play(contents),
    onError: notifyProblem,
  });
}

/**
 * Plays a collection in order or shuffled; shown only if it contains sounds or films. A phone has space for the first
 * button only.
 */
export function PlayCollection({ collection }: { collection: CollectionDetails }) {
  const isPhone = useIsPhone();
  const play = usePlay(collection);
  if (collection.tracks === 0) return null;
  const isLoading = (order: typeof play.variables) => play.isPending && play.variables === order;
  return (
    <>
      <Button
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        loading={isLoading('inOrder')}
        onClick={() => play.mutate('inOrder')}
      >
        {t(collection.kind === 'album' ? 'player.playAudio' : 'player.play')}
      </Button>
      {!isPhone && (
        <Button
          variant="default"
          leftSection={<IconArrowsShuffle size={16} aria-hidden />}
          loading={isLoading('shuffled')}
          onClick={() => play.mutate('shuffled')}
        >
          {t('player.shuffle')}
        </Button>
      )}
    </>
  );
}

/** Returns the menu entry that plays a collection shuffled, where it has no button, and whether its list is being read. */
export function useShuffle(collection: CollectionDetails): { entry: MenuEntry; isPending: boolean } {
  const isPhone = useIsPhone();
  const { mutate, isPending } = usePlay(collection);
  const isShown = isPhone && collection.tracks > 0;
  return {
    entry: isShown && [IconArrowsShuffle, t('player.shuffle'), () => mutate('shuffled')],
    isPending,
  };
}
