import { Button } from '@mantine/core';
import { IconArrowsShuffle, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { CollectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { usePlayer } from '../player/index.ts';
import { useCollectionContents } from './use-collection-contents.ts';

/** Plays a collection in order or shuffled; shown only if it contains sounds or films. */
export function PlayCollection({ collection }: { collection: CollectionDetails }) {
  const player = usePlayer();
  const contentsOf = useCollectionContents();
  const play = useMutation({
    mutationFn: (_order: 'inOrder' | 'shuffled') => contentsOf(collection.id),
    onSuccess: (contents, order) =>
      order === 'shuffled' ? player.playShuffled(contents) : player.play(contents),
    onError: notifyProblem,
  });
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
      <Button
        variant="default"
        leftSection={<IconArrowsShuffle size={16} aria-hidden />}
        loading={isLoading('shuffled')}
        onClick={() => play.mutate('shuffled')}
      >
        {t('player.shuffle')}
      </Button>
    </>
  );
}
