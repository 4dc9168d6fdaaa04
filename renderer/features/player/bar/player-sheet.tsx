import { Drawer, Group, Stack } from '@mantine/core';
import { t } from '../../../lib/i18n/language.ts';
import { Subsection } from '../../../ui/layout/subsection.tsx';
import { TilePicture } from '../../../ui/media/tile-picture.tsx';
import type { QueueItem } from '../model/queue.ts';
import { QueueList } from '../queue/queue-list.tsx';
import { Options } from './options.tsx';
import classes from './player-bar.module.css';
import { PositionSlider } from './position-slider.tsx';
import { TrackTitle } from './track-title.tsx';
import { Transport } from './transport.tsx';
import { Volume } from './volume.tsx';

interface PlayerSheetProps {
  item: QueueItem;
  isOpen: boolean;
  onClose(): void;
}

/** All controls of the player, in the whole window of a phone. */
export function PlayerSheet({ item, isOpen, onClose }: PlayerSheetProps) {
  const { id, contentType, pictureUrl } = item.content;
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="bottom"
      size="100%"
      title={t('player.label')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <div className={classes.picture}>
          <TilePicture url={pictureUrl} contentType={contentType} id={id} />
        </div>
        <TrackTitle item={item} />
        <PositionSlider contentId={id} />
        <Transport size="xl" />
        <Group justify="center">
          <Volume />
        </Group>
        <Options />
        <Subsection title={t('player.queue.title')}>
          <QueueList />
        </Subsection>
      </Stack>
    </Drawer>
  );
}
