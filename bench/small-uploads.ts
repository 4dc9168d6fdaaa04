import { interleave } from './lib/measure.ts';
import type { Report } from './lib/report.ts';
import { type Server, startAlcove, startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';
import { wrk } from './lib/wrk.ts';

/** Measures uploads of 16 KiB over 32 connections, each durable before its response. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const node = await startAlcove(bench);
  const express = await startBaseline(bench, 'express-upload', bench.folder('express'));
  const bare = await startBaseline(bench, 'bare-upload', bench.folder('bare'));
  const load = (server: Server, path: string, round: number) =>
    wrk(server, {
      path,
      connections: 32,
      seconds: 4,
      script: 'upload.lua',
      args: [node.token, `round ${round} `],
    });

  const rounds = await interleave(
    { rounds: 5, budgetMs: 40_000 },
    {
      alcove: (round) => load(node, '/api/v1/storage', round),
      bare: (round) => load(bare, '/', round),
      express: (round) => load(express, '/', round),
    },
  );

  report.server('Alcove', rounds.alcove, 'uploads/s');
  report.server('bare node, commits batched', rounds.bare, 'uploads/s');
  report.server('Express, one commit each', rounds.express, 'uploads/s');
  report.ratio('Alcove / Express', rounds.alcove, rounds.express, { sign: '≥', bound: 1.6 });
  report.ratio('Alcove / bare node', rounds.alcove, rounds.bare, { sign: '≥', bound: 0.95 });
}
