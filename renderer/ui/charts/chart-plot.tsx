import { type Amounts, areaPath, barsPath, dotsPath, gapsPath, gridPath, linePath } from './chart-paths.ts';
import type { ChartAxis } from './chart-scale.ts';
import classes from './time-chart.module.css';

export interface ChartSeries {
  name: string;
  amounts: Amounts;
  /** Whether its bars go down from zero, in the second colour. */
  isBelow?: boolean;
}

interface ChartPlotProps {
  shape: 'bars' | 'line';
  series: readonly ChartSeries[];
  axis: ChartAxis;
  /** The marked span. */
  at: number | undefined;
}

/** Draws the chart; the text beside it describes the chart to screen readers. */
export function ChartPlot({ shape, series, axis, at }: ChartPlotProps) {
  const count = series[0]?.amounts.length ?? 1;
  return (
    <svg className={classes.plot} viewBox={`0 0 ${count} 100`} preserveAspectRatio="none" aria-hidden>
      <path className={classes.grid} d={gridPath(axis, count)} />
      <path className={classes.gap} d={gapsPath(series[0]?.amounts ?? [], axis)} />
      {at !== undefined && <path className={classes.cursor} d={`M${at} 0H${at + 1}V100H${at}Z`} />}
      {series.map(({ name, amounts, isBelow = false }) =>
        shape === 'bars' ? (
          <path
            key={name}
            className={isBelow ? classes.second : classes.main}
            d={barsPath(amounts, axis, isBelow)}
          />
        ) : (
          <g key={name}>
            <path className={classes.area} d={areaPath(amounts, axis)} />
            <path className={classes.line} d={linePath(amounts, axis)} />
            <path className={classes.dots} d={dotsPath(amounts, axis)} />
          </g>
        ),
      )}
    </svg>
  );
}
