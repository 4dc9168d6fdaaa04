import { Group } from '@mantine/core';
import { IconVolume, IconVolume2, IconVolumeOff } from '@tabler/icons-react';
import { formatPercent } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { IconAction } from '../../../ui/forms/icon-action.tsx';
import { usePlayerState, usePlayerStore } from '../player-context.tsx';
import classes from './player-bar.module.css';
import { Slider } from './slider.tsx';

export function Volume() {
  const store = usePlayerStore();
  const volume = usePlayerState((state) => state.volume);
  const isMuted = usePlayerState((state) => state.isMuted);
  const isSilent = isMuted || volume === 0;
  const heard = isMuted ? 0 : volume;
  return (
    <Group gap={4} wrap="nowrap" className={classes.volume ?? ''}>
      <IconAction
        icon={isSilent ? IconVolumeOff : volume < 0.5 ? IconVolume2 : IconVolume}
        label={t(isSilent ? 'player.unmute' : 'player.mute')}
        // At volume 0, unmuting would have no effect.
        onClick={() => store.setSound(isSilent && volume === 0 ? 1 : volume, !isSilent)}
      />
      <Slider
        max={1}
        step={0.05}
        value={heard}
        aria-label={t('player.volume')}
        aria-valuetext={formatPercent(heard)}
        onChange={(value) => store.setSound(value, false)}
      />
    </Group>
  );
}
