import { describe, expect, it } from 'vitest';
import { chartLatencies, latencyLabel } from '../../../renderer/features/peers/details/latency-scale.ts';
import { plain } from '../plain-spaces.ts';

/** One attempt every ten minutes. */
const attempts = (...latencies: (number | null)[]) =>
  latencies.map((latency_ms, index) => ({
    at: new Date(Date.UTC(2026, 0, 31, 12, index * 10)).toISOString(),
    latency_ms,
  }));

describe('latency over time', () => {
  it('has a gap at a failed attempt', () => {
    const { runs, failures, top } = chartLatencies(attempts(10, 20, null, null, 40));
    expect(top).toBe(50);
    expect(runs).toEqual([
      [
        { x: 0, y: 0.2 },
        { x: 0.25, y: 0.4 },
      ],
      [{ x: 1, y: 0.8 }],
    ]);
    expect(failures).toEqual([0.5, 0.75]);
  });

  it.each([
    [[0.4], 10],
    [[10], 10],
    [[11], 20],
    [[499, 3], 500],
    [[7001], 10_000],
  ])('%j has a round number at the top', (latencies, top) => {
    expect(chartLatencies(attempts(...latencies)).top).toBe(top);
  });

  it('can draw a single attempt, none, and only failures', () => {
    expect(chartLatencies(attempts(5)).runs).toEqual([[{ x: 0.5, y: 0.5 }]]);
    expect(chartLatencies([])).toMatchObject({ runs: [], failures: [] });
    expect(chartLatencies(attempts(null, null))).toMatchObject({ runs: [], failures: [0, 1], top: 10 });
  });

  it('has a text description', () => {
    expect(latencyLabel([])).toBe('No requests yet.');
    expect(latencyLabel(attempts(null))).toBe('1 request, unanswered.');
    expect(plain(latencyLabel(attempts(30)))).toBe('1 request: 30 ms.');
    expect(plain(latencyLabel(attempts(10, null, 80, 20)))).toBe(
      '4 requests: usually 20 ms, between 10 ms and 80 ms, 1 unanswered.',
    );
    expect(latencyLabel(attempts(10, null, null))).toContain('2 unanswered.');
  });
});
