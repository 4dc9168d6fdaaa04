import { join } from 'node:path';
import { diskSpeed } from './lib/disk-speed.ts';
import { interleave, ratio } from './lib/measure.ts';
import { peakMemory, resetPeakMemory } from './lib/process-usage.ts';
import { upload } from './lib/raw-upload.ts';
import type { Report } from './lib/report.ts';
import { startAlcove, startBaseline } from './lib/servers.ts';
import { sha256Speed } from './lib/sha256-speed.ts';
import type { Workbench } from './lib/workbench.ts';

const size = 1024 ** 3;

/** POST of 1 GiB, durable before the answer, against SHA-256 by itself and the disk by itself. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const node = await startAlcove(bench, 'plain');
  // One of its own, since memory that a process once had stays with it.
  const multipartNode = await startAlcove(bench, 'multipart');
  const express = await startBaseline(bench, 'express-upload', bench.folder('express'));
  const speed = async (url: string, token: string, multipart = false) =>
    size / 1e6 / (await upload(url, { size, token, multipart })).seconds;
  const path = '/api/v1/storage';
  const diskFile = join(bench.folder('disk'), 'file');
  for (const { pid } of [node, multipartNode]) resetPeakMemory(pid);
  const rounds = await interleave(
    { rounds: 3, budgetMs: 45_000 },
    {
      hash: async () => sha256Speed() / 1e6,
      disk: async () => diskSpeed(diskFile, size) / 1e6,
      plain: () => speed(node.url + path, node.token),
      multipart: () => speed(multipartNode.url + path, multipartNode.token, true),
      express: () => speed(express.url, ''),
    },
  );

  report.figure('SHA-256 by itself', rounds.hash, 'MB/s');
  report.figure('write and fsync by themselves', rounds.disk, 'MB/s');
  report.figure('Alcove, plain body', rounds.plain, 'MB/s');
  report.figure('Alcove, multipart', rounds.multipart, 'MB/s');
  report.figure('Express pipeline, plain body', rounds.express, 'MB/s');
  report.goal('Alcove, plain body / SHA-256', ratio(rounds.plain, rounds.hash), '×', {
    sign: '≥',
    bound: 0.85,
  });
  report.figure('Alcove, multipart / SHA-256', [ratio(rounds.multipart, rounds.hash)], '×');
  report.figure('Alcove, plain body / write and fsync', [ratio(rounds.plain, rounds.disk)], '×');
  report.figure('Alcove, plain body / Express pipeline', [ratio(rounds.plain, rounds.express)], '×');
  const most = { sign: '≤', bound: 130 } as const;
  report.goal('memory, plain bodies', peakMemory(node.pid), 'MiB', most);
  report.goal('memory, multipart', peakMemory(multipartNode.pid), 'MiB', most);
}
