import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { formatPlayTime } from '../../../lib/format/play-time.ts';
import { t } from '../../../lib/i18n/language.ts';
import { usePlayerState, usePlayerStore } from '../player-context.tsx';
import classes from './player-bar.module.css';
import { Slider } from './slider.tsx';
import { useWaveform, Waveform } from './waveform.tsx';

/** Seconds by which the arrow keys seek. */
const step = 5;
/** Delay of a seek in milliseconds, because a moving slider would request every part of the file. */
const settleMs = 150;
const keys: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Shows and changes the position; shows the elapsed time and the length. */
export function PositionSlider({ contentId }: { contentId: string }) {
  const store = usePlayerStore();
  const levels = useWaveform(contentId);
  const time = usePlayerState((state) => state.time);
  const duration = usePlayerState((state) => state.duration);
  const [wanted, setWanted] = useState<number | null>(null);
  const settle = useDebouncedCallback((to: number) => {
    store.seek(to);
    setWanted(null);
  }, settleMs);
  const end = duration ?? 0;
  const shown = Math.min(wanted ?? time, end || Number.POSITIVE_INFINITY);
  const choose = (to: number) => {
    const limited = Math.max(0, Math.min(to, end));
    setWanted(limited);
    settle(limited);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = keys[event.key];
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(shown + direction * step);
  };
  const total = duration === null ? t('player.unknownTime') : formatPlayTime(duration);
  return (
    <div className={classes.position}>
      <span className={classes.time}>{formatPlayTime(shown)}</span>
      <div className={classes.track} data-wave={levels !== undefined}>
        {levels && <Waveform levels={levels} share={end > 0 ? shown / end : 0} />}
        <Slider
          max={Math.max(1, end)}
          step={0.1}
          value={end > 0 ? shown : 0}
          disabled={duration === null}
          aria-label={t('player.position')}
          aria-valuetext={t('player.timeOf', { time: formatPlayTime(shown), total })}
          onChange={choose}
          onKeyDown={onKeyDown}
        />
      </div>
      <span className={classes.time}>{total}</span>
    </div>
  );
}
