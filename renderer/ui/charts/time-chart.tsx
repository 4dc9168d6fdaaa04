import { Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { formatList } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { SmallNote } from '../values/texts.ts';
import { gapsOf } from './chart-paths.ts';
import { ChartPlot, type ChartSeries } from './chart-plot.tsx';
import { axisOf, type ChartAxis, type Scale } from './chart-scale.ts';
import { type ChartFact, ChartTable } from './chart-table.tsx';
import { axisLabels, type ChartTimes, spanLabel } from './chart-time.ts';
import classes from './time-chart.module.css';
import { useChartCursor } from './use-chart-cursor.ts';

interface TimeChartProps {
  /** Name of the chart for screen readers. */
  name: string;
  shape: 'bars' | 'line';
  times: ChartTimes;
  series: readonly ChartSeries[];
  scale: Scale;
  format: (amount: number) => string;
  /** Returns the amounts of a span under fixed names; undefined if the node did not run. */
  facts: (index: number) => readonly ChartFact[] | undefined;
  /** Describes the chart in a sentence or two. */
  summary: string;
}

/** Shows amounts over time as an interactive chart, a sentence, and a table. */
export function TimeChart(props: TimeChartProps) {
  const { name, times, series, scale, format, facts, summary } = props;
  const summaryId = useId();
  const below = series.filter(({ isBelow }) => isBelow);
  const axis = axisOf(
    scale,
    largest(series.filter(({ isBelow }) => !isBelow)),
    below.length > 0 ? largest(below) : undefined,
  );
  return (
    <Stack gap="xs" className={classes.root ?? ''}>
      <Legend series={series} />
      <div className={classes.chart}>
        <Text size="xs" c="dimmed" component="div" className={classes.ticks} aria-hidden>
          {axis.ticks.map((tick) => (
            <div key={tick}>{format(Math.abs(tick))}</div>
          ))}
        </Text>
        <ChartField {...props} axis={axis} summaryId={summaryId} />
        <Text size="xs" c="dimmed" component="div" className={classes.times} aria-hidden>
          {axisLabels(times).map(({ place, words }) => (
            <span key={place} style={{ left: `${place * 100}%` }}>
              {words}
            </span>
          ))}
        </Text>
      </div>
      <Text size="sm" id={summaryId}>
        {summary}
      </Text>
      <ChartTable name={name} times={times} facts={facts} />
    </Stack>
  );
}

function largest(series: readonly ChartSeries[]): number {
  return Math.max(0, ...series.flatMap(({ amounts }) => amounts.map((amount) => amount ?? 0)));
}

interface ChartFieldProps extends TimeChartProps {
  axis: ChartAxis;
  summaryId: string;
}

/** Draws the chart; pointer, touch and arrow keys show the amounts of single spans. */
function ChartField({ name, shape, times, series, facts, axis, summaryId }: ChartFieldProps) {
  const count = times.starts.length;
  const { at, handlers } = useChartCursor(count);
  const shown = at ?? count - 1;
  return (
    <div
      className={classes.field}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-describedby={summaryId}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={shown + 1}
      aria-valuetext={valueText(times, shown, facts(shown))}
      {...handlers}
    >
      <ChartPlot shape={shape} series={series} axis={axis} at={at} />
      {at !== undefined && <Tip times={times} at={at} facts={facts(at)} />}
    </div>
  );
}

function valueText(times: ChartTimes, index: number, facts: readonly ChartFact[] | undefined): string {
  const values = facts
    ? formatList(facts.map(({ name, value }) => t('common.labelled', { label: name, value })))
    : t('monitoring.notRunning');
  return t('common.labelled', { label: spanLabel(times, index), value: values });
}

/** Shows the legend of several series, with the mark for gaps if there are any. */
function Legend({ series }: { series: readonly ChartSeries[] }) {
  const hasGaps = gapsOf(series[0]?.amounts ?? []).length > 0;
  const entries = [
    ...(series.length > 1
      ? series.map(({ name, isBelow }) => [name, isBelow ? classes.swatchSecond : classes.swatchMain])
      : []),
    ...(hasGaps ? [[t('monitoring.notRunning'), classes.swatchGap]] : []),
  ];
  return (
    <Group gap="md" mih="1.25rem">
      {entries.map(([label, swatch]) => (
        <Group key={label} gap={6}>
          <span className={`${classes.swatch} ${swatch}`} aria-hidden />
          <SmallNote>{label}</SmallNote>
        </Group>
      ))}
    </Group>
  );
}

/** Shows the amounts of one span; screen readers get them as the value of the slider. */
function Tip({
  times,
  at,
  facts,
}: {
  times: ChartTimes;
  at: number;
  facts: readonly ChartFact[] | undefined;
}) {
  const place = ((at + 0.5) / times.starts.length) * 100;
  return (
    // Shifting the box by its position, as a fraction of its own width, keeps it inside the chart.
    <Text
      size="xs"
      component="div"
      className={classes.tip}
      style={{ left: `${place}%`, translate: `-${place}%` }}
      aria-hidden
    >
      <b>{spanLabel(times, at)}</b>
      {facts ? (
        facts.map(({ name, value }) => (
          <Group key={name} gap="md" justify="space-between" wrap="nowrap">
            <Text inherit span c="dimmed">
              {name}
            </Text>
            <span className={classes.value}>{value}</span>
          </Group>
        ))
      ) : (
        <Text inherit c="dimmed">
          {t('monitoring.notRunning')}
        </Text>
      )}
    </Text>
  );
}
