import { ActionIcon, Popover } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronUp, IconPlaylist } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../../lib/i18n/language.ts';
import { IconAction } from '../../../ui/forms/icon-action.tsx';
import { PlayerEffects } from '../effects/player-effects.tsx';
import { currentTrack } from '../model/player-state.ts';
import type { QueueItem } from '../model/queue.ts';
import { usePlayerState } from '../player-context.tsx';
import { QueueDrawer } from '../queue/queue-drawer.tsx';
import { Options, sleepLabel } from './options.tsx';
import classes from './player-bar.module.css';
import { PlayerSheet } from './player-sheet.tsx';
import { PositionSlider } from './position-slider.tsx';
import { TrackTitle } from './track-title.tsx';
import { NextButton, PlayPause, Transport } from './transport.tsx';
import { Volume } from './volume.tsx';

/** The player's controls below every page; on a phone a short form, which opens a sheet. */
export function PlayerBar() {
  const item = usePlayerState(currentTrack);
  if (!item) return null;
  return (
    <>
      <section aria-label={t('player.label')} className={classes.bar}>
        <TrackTitle item={item} />
        <div className={classes.middle}>
          <Transport />
          <PositionSlider contentId={item.content.id} />
        </div>
        <div className={classes.end}>
          <Volume />
          <QueueButton />
          <OptionsButton />
        </div>
        <ShortControls item={item} />
      </section>
      <PlayerEffects />
    </>
  );
}

/** The controls for which a phone has space. */
function ShortControls({ item }: { item: QueueItem }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  // Closes the sheet when the user follows its link to the page of the file.
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className={classes.short}>
      <PlayPause size="lg" />
      <NextButton />
      <IconAction icon={IconChevronUp} label={t('player.openSheet')} onClick={() => setOpen(true)} />
      <PlayerSheet item={item} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}

function QueueButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconAction icon={IconPlaylist} label={t('player.queue.open')} onClick={() => setOpen(true)} />
      <QueueDrawer isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function OptionsButton() {
  const timer = usePlayerState((state) => state.sleep);
  const name = t('player.options');
  const label = timer ? `${name}. ${sleepLabel(timer)}` : name;
  const isChanged = usePlayerState(
    ({ queue, rate, sleep }) =>
      rate !== 1 || sleep !== null || queue.unshuffled !== null || queue.repeat !== 'off',
  );
  return (
    <Popover position="top-end" trapFocus withinPortal shadow="md" width={260}>
      <Popover.Target>
        <ActionIcon
          aria-label={label}
          title={label}
          className={classes.options ?? ''}
          data-changed={isChanged}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        <Options />
      </Popover.Dropdown>
    </Popover>
  );
}
