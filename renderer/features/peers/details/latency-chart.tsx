import { Box, Group, Stack, Text } from '@mantine/core';
import type { PeerHistory } from '../../../../src/contract/dashboard-api/peers.ts';
import { formatLatency } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/language.ts';
import { RelativeTime } from '../../../ui/values/relative-time.tsx';
import { SmallNote } from '../../../ui/values/texts.ts';
import classes from './latency-chart.module.css';
import { chartLatencies, latencyLabel } from './latency-scale.ts';

/** Shows the response times of a peer with gaps for failures, and a summary below. */
export function LatencyChart({ latencies }: { latencies: PeerHistory['latencies'] }) {
  const [first, last] = [latencies[0], latencies.at(-1)];
  const words = latencyLabel(latencies);
  const { runs, failures, top } = chartLatencies(latencies);
  if (!first || !last) return <Text size="sm">{words}</Text>;
  const point = ({ x, y }: { x: number; y: number }) => `${x * 100} ${(1 - y) * 100}`;
  return (
    <Stack gap={4}>
      <Box pos="relative">
        <Text size="xs" c="dimmed" className={classes.top} aria-hidden>
          {formatLatency(top)}
        </Text>
        <svg className={classes.plot} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <path className={classes.grid} d="M0 0H100M0 50H100M0 100H100" />
          <path className={classes.failures} d={failures.map((x) => `M${x * 100} 100V86`).join('')} />
          <path className={classes.answers} d={runs.map((run) => `M${run.map(point).join('L')}`).join('')} />
          <path
            className={classes.dots}
            d={runs
              .flat()
              .map((at) => `M${point(at)}h0`)
              .join('')}
          />
        </svg>
        <Group justify="space-between" mt={4}>
          <SmallNote>
            <RelativeTime at={first.at} direction="past" />
          </SmallNote>
          {last !== first && (
            <SmallNote>
              <RelativeTime at={last.at} direction="past" />
            </SmallNote>
          )}
        </Group>
      </Box>
      <Text size="sm">{words}</Text>
      {failures.length > 0 && <SmallNote>{t('peers.latency.gaps')}</SmallNote>}
    </Stack>
  );
}
