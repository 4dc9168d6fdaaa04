import { Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { formatList } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { gapsOf, placeOf } from './chart-paths.ts';
import { ChartPlot, type ChartSeries } from './chart-plot.tsx';
import { axisOf, type Scale } from './chart-scale.ts';
import { type ChartFact, ChartTable } from './chart-table.tsx';
import { axisLabels, type ChartTimes, spanWords } from './chart-time.ts';
import classes from './time-chart.module.css';
import { useChartCursor } from './use-chart-cursor.ts';

interface TimeChartProps {
  /** What it shows, to screen readers. */
  name: string;
  shape: 'bars' | 'line';
  times: ChartTimes;
  series: readonly ChartSeries[];
  scale: Scale;
  /** How an amount is written. */
  format: (amount: number) => string;
  /** What there is to say of a span; undefined: the node did not run. The names are the same for each. */
  facts: (index: number) => readonly ChartFact[] | undefined;
  /** The chart in a sentence or two. */
  summary: string;
}

const largest = (series: readonly ChartSeries[]) =>
  series.reduce(
    (most, { amounts }) => amounts.reduce<number>((so, each) => Math.max(so, each ?? 0), most),
    0,
  );

/**
 * Amounts over time. A pointer, a finger or the arrow keys look at single spans; below it is the same in words, and as a
 * table for whoever wants it.
 */
export function TimeChart({ name, shape, times, series, scale, format, facts, summary }: TimeChartProps) {
  const summaryId = useId();
  const { starts } = times;
  const { at, handlers } = useChartCursor(starts.length);
  const below = series.filter(({ isBelow }) => isBelow);
  const axis = axisOf(
    scale,
    largest(series.filter(({ isBelow }) => !isBelow)),
    below.length > 0 ? largest(below) : undefined,
  );
  const hasGaps = gapsOf(series[0]?.amounts ?? []).length > 0;
  const shown = at ?? starts.length - 1;
  return (
    <Stack gap="xs">
      <Group gap="md" mih="1.25rem">
        {series.length > 1 &&
          series.map((each) => (
            <Legend key={each.name} tone={each.tone === 'main' ? 'Main' : 'Second'} words={each.name} />
          ))}
        {hasGaps && <Legend tone="Gap" words={t('history.notRunning')} />}
      </Group>
      <div className={classes.chart}>
        <div className={classes.ticks} aria-hidden>
          {axis.ticks.map((tick) => (
            <Text key={tick} size="xs" c="dimmed" component="div" className={classes.tick}>
              {format(Math.abs(tick))}
              <span style={{ top: `${placeOf(tick, axis) * 100}%` }}>{format(Math.abs(tick))}</span>
            </Text>
          ))}
        </div>
        <div
          className={classes.field}
          role="slider"
          tabIndex={0}
          aria-label={name}
          aria-describedby={summaryId}
          aria-valuemin={1}
          aria-valuemax={starts.length}
          aria-valuenow={shown + 1}
          aria-valuetext={valueText(times, shown, facts(shown))}
          {...handlers}
        >
          <ChartPlot shape={shape} series={series} axis={axis} at={at} />
          {at !== undefined && <Tip times={times} at={at} facts={facts(at)} />}
        </div>
        <div className={classes.times} aria-hidden>
          {axisLabels(times).map(({ place, words }) => (
            <Text
              key={place}
              size="xs"
              c="dimmed"
              className={classes.time}
              style={{ left: `${place * 100}%` }}
            >
              {words}
            </Text>
          ))}
        </div>
      </div>
      <Text size="sm" id={summaryId}>
        {summary}
      </Text>
      <ChartTable name={name} times={times} facts={facts} />
    </Stack>
  );
}

function valueText(times: ChartTimes, index: number, facts: readonly ChartFact[] | undefined): string {
  const values = facts
    ? formatList(facts.map(({ name, value }) => t('common.labelled', { label: name, value })))
    : t('history.notRunning');
  return t('common.labelled', { label: spanWords(times, index), value: values });
}

function Legend({ tone, words }: { tone: 'Main' | 'Second' | 'Gap'; words: string }) {
  return (
    <Group gap={6}>
      <span className={`${classes.swatch} ${classes[`swatch${tone}`]}`} aria-hidden />
      <Text size="xs" c="dimmed">
        {words}
      </Text>
    </Group>
  );
}

interface TipProps {
  times: ChartTimes;
  at: number;
  facts: readonly ChartFact[] | undefined;
}

/** What a pointer or the keyboard looks at; screen readers hear it as the value. */
function Tip({ times, at, facts }: TipProps) {
  const place = ((at + 0.5) / times.starts.length) * 100;
  return (
    // It stays within the chart: at the left it begins there, at the right it ends there.
    <div className={classes.tip} style={{ left: `${place}%`, translate: `-${place}%` }} aria-hidden>
      <Text size="xs" fw={600} style={{ whiteSpace: 'nowrap' }}>
        {spanWords(times, at)}
      </Text>
      {facts ? (
        facts.map(({ name, value }) => (
          <Group key={name} gap="md" justify="space-between" wrap="nowrap">
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text size="xs" style={{ whiteSpace: 'nowrap' }}>
              {value}
            </Text>
          </Group>
        ))
      ) : (
        <Text size="xs" c="dimmed">
          {t('history.notRunning')}
        </Text>
      )}
    </div>
  );
}
