import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskSpeed } from './lib/disk-speed.ts';
import { interleave, type Measurement, measure, median, ratio } from './lib/measure.ts';
import { memory, peakMemory, resetPeakMemory } from './lib/process-usage.ts';
import { upload } from './lib/raw-upload.ts';
import type { Report } from './lib/report.ts';
import { type Alcove, type Server, startAlcove, startBaseline } from './lib/servers.ts';
import { sha256Speed } from './lib/sha256-speed.ts';
import type { Workbench } from './lib/workbench.ts';

const size = 1024 ** 3;

/**
 * Measures a POST of 1 GiB, durable before the response, against one thread of OpenSSL's SHA-256 and the disk alone.
 */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const node = await startAlcove(bench, 'plain');
  // Uses a separate node, because a process may keep memory that it once used.
  const multipartNode = await startAlcove(bench, 'multipart');
  const express = await startBaseline(bench, 'express-upload', bench.folder('express'));
  const speed = ({ url, pid }: Server, route: string, token: string, multipart = false) =>
    measure(pid, async () => {
      const { seconds } = await upload(url + route, { size, token, multipart });
      return { rate: size / 1e6 / seconds, requests: 1 };
    });
  const path = '/api/v1/storage';
  const diskFile = join(bench.folder('disk'), 'file');
  const started = [node, multipartNode].map(({ pid }) => memory(pid));
  for (const { pid } of [node, multipartNode]) resetPeakMemory(pid);
  const rounds = await interleave(
    { rounds: 3, budgetMs: 45_000 },
    {
      hash: async () => sha256Speed() / 1e6,
      disk: async () => diskSpeed(diskFile, size) / 1e6,
      plain: () => speed(node, path, node.token),
      multipart: () => speed(multipartNode, path, multipartNode.token, true),
      express: () => speed(express, '/', ''),
    },
  );

  report.figure('SHA-256 by itself', rounds.hash, 'MB/s');
  report.figure('write and fsync by themselves', rounds.disk, 'MB/s');
  report.server('Alcove, plain body', rounds.plain, 'MB/s');
  report.server('Alcove, multipart', rounds.multipart, 'MB/s');
  report.server('Express pipeline, plain body', rounds.express, 'MB/s');
  report.ratio('Alcove, plain body / Express pipeline', rounds.plain, rounds.express);
  const goals = { plain: [0.7, 2], multipart: [0.55, 3] } as const;
  for (const [kind, [ofHash, seconds]] of Object.entries(goals) as [
    keyof typeof goals,
    readonly number[],
  ][]) {
    const rates = rounds[kind].map(({ rate }) => rate);
    report.goal(`${kind} / SHA-256`, ratio(rates, rounds.hash), '×', { sign: '≥', bound: ofHash ?? 0 });
    const used = processorSeconds(rounds[kind]);
    report.goal(`${kind}, processor time`, used, 's/GiB', { sign: '≤', bound: seconds ?? 0 });
  }
  await compareMemory(report, [node, multipartNode], started);
}

const processorSeconds = (rounds: readonly Measurement[]): number =>
  median(rounds.map(({ processorMs }) => processorMs)) / 1000;

/** Compares the peak memory, and the memory after a minute, with the memory at the start. */
async function compareMemory(
  report: Report,
  nodes: readonly Alcove[],
  started: readonly number[],
): Promise<void> {
  const peaks = nodes.map(({ pid }) => peakMemory(pid));
  await sleep(60_000);
  for (const [index, kind] of ['plain bodies', 'multipart'].entries()) {
    const [pid, before, peak] = [nodes[index]?.pid ?? 0, started[index] ?? 0, peaks[index] ?? 0];
    report.goal(`peak memory / start, ${kind}`, peak / before, '×', { sign: '≤', bound: 1.5 });
    report.goal('  the same after a minute', memory(pid) / before, '×', { sign: '≤', bound: 1.2 });
  }
}
