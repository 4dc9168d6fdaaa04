import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { CollectionDetails } from '../../../src/contract/dashboard-api/library/collections.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { usePlayer } from '../player/index.ts';
import { useCollectionContents } from './use-collection-contents.ts';

/** Plays a collection from its first track; absent where nothing has a length. */
export function PlayCollection({ collection }: { collection: CollectionDetails }) {
  const player = usePlayer();
  const contentsOf = useCollectionContents();
  const play = useMutation({
    mutationFn: () => contentsOf(collection.id),
    onSuccess: (contents) => player.play(contents),
    onError: notifyProblem,
  });
  if (collection.length_ms === 0) return null;
  return (
    <Button
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      loading={play.isPending}
      onClick={() => play.mutate()}
    >
      {t('player.play')}
    </Button>
  );
}
