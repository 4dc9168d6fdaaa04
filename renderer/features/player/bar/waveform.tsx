import { getMedia, mediaLimits } from '../../../../src/contract/dashboard-api/library/media.ts';
import { useDashboardQuery } from '../../../lib/api/use-dashboard-query.ts';
import classes from './player-bar.module.css';

/** Number of bars of a waveform; more would be thinner than a pixel in a narrow window. */
const bars = 100;
const peaksPerBar = mediaLimits.waveformPeaks / bars;
const height = 28;

/** Returns the levels of a track, 0 to 1; undefined if it has no waveform. */
export function useWaveform(contentId: string): readonly number[] | undefined {
  const { data } = useDashboardQuery(['content', 'media', contentId], getMedia, {
    params: { id: contentId },
  });
  const peaks = data?.waveform;
  if (!peaks) return undefined;
  const loudest = Math.max(1, ...peaks);
  return Array.from(
    { length: bars },
    (_, bar) => Math.max(...peaks.slice(bar * peaksPerBar, (bar + 1) * peaksPerBar)) / loudest,
  );
}

/** Draws the levels of a track behind its slider; the played part is coloured. */
export function Waveform({ levels, share }: { levels: readonly number[]; share: number }) {
  return (
    <svg
      className={classes.waveform}
      viewBox={`0 0 ${bars} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {levels.map((level, bar) => {
        const length = Math.max(2, level * height);
        return (
          <rect
            // Keys by index, because the bars keep their positions.
            key={`${bar}`}
            x={bar + 0.15}
            y={(height - length) / 2}
            width={0.7}
            height={length}
            data-played={(bar + 0.5) / bars <= share || undefined}
          />
        );
      })}
    </svg>
  );
}
