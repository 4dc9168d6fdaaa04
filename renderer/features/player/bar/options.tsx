import { Input, NativeSelect, SegmentedControl, Stack, Switch } from '@mantine/core';
import { useId } from 'react';
import { formatMinutes, formatSpeed } from '../../../lib/format/play-time.ts';
import { t } from '../../../lib/i18n/language.ts';
import { rates, type SleepSetting } from '../model/player-state.ts';
import type { Repeat } from '../model/queue.ts';
import { usePlayerState, usePlayerStore } from '../player-context.tsx';

const sleepMinutes = [15, 30, 60] as const;

/** Changes speed, order, repetition and the sleep timer. */
export function Options() {
  const store = usePlayerStore();
  const rate = usePlayerState((state) => state.rate);
  const isShuffled = usePlayerState(({ queue }) => queue.unshuffled !== null);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('player.speed')}
        value={String(rate)}
        data={rates.map((each) => ({ value: String(each), label: formatSpeed(each) }))}
        onChange={({ currentTarget }) => store.setRate(Number(currentTarget.value))}
      />
      <Switch
        label={t('player.shuffle')}
        checked={isShuffled}
        onChange={({ currentTarget }) => store.setShuffled(currentTarget.checked)}
      />
      <RepeatControl />
      <SleepTimer />
    </Stack>
  );
}

function RepeatControl() {
  const store = usePlayerStore();
  const repeat = usePlayerState(({ queue }) => queue.repeat);
  const labelId = useId();
  return (
    <Stack gap={2}>
      <Input.Label labelElement="div" id={labelId}>
        {t('player.repeat.label')}
      </Input.Label>
      <SegmentedControl<Repeat>
        aria-labelledby={labelId}
        value={repeat}
        onChange={(value) => store.setRepeat(value)}
        data={(['off', 'all', 'one'] as const).map((value) => ({
          value,
          label: t(`player.repeat.${value}`),
        }))}
      />
    </Stack>
  );
}

function SleepTimer() {
  const store = usePlayerStore();
  const sleep = usePlayerState((state) => state.sleep);
  const choose = (value: string) => store.setSleep(sleepOf(value));
  return (
    <NativeSelect
      label={t('player.sleep.label')}
      value={sleep === null ? 'off' : sleep === 'track' ? 'track' : String(sleep.minutes)}
      data={[
        { value: 'off', label: t('player.sleep.off') },
        ...sleepMinutes.map((minutes) => ({ value: String(minutes), label: formatMinutes(minutes) })),
        { value: 'track', label: t('player.sleep.track') },
      ]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

/** Returns when the sleep timer pauses playback. */
export function sleepLabel(sleep: SleepSetting): string {
  const value = sleep === 'track' ? t('player.sleep.track') : formatMinutes(sleep.minutes);
  return t('common.labelled', { label: t('player.sleep.label'), value });
}

function sleepOf(value: string): SleepSetting | null {
  if (value === 'off') return null;
  if (value === 'track') return 'track';
  const minutes = Number(value);
  return { at: Date.now() + minutes * 60_000, minutes };
}
