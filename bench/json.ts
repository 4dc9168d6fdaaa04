import { setTimeout as sleep } from 'node:timers/promises';
import { interleave } from './lib/measure.ts';
import { memory, peakMemory, resetPeakMemory } from './lib/process-usage.ts';
import { publishOne } from './lib/publish.ts';
import type { Report } from './lib/report.ts';
import { type Server, startAlcove, startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';
import { wrk } from './lib/wrk.ts';

const paths = { node: '/api/v1/node', info: '/api/v1/network.info', list: '/api/v1/content.list' };
const seconds = 2;

/**
 * Measures GETs of small JSON documents over 64 connections, against bare Node and Express with the same document, and
 * the memory of the node: at its peak, and a minute later.
 */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const node = await startAlcove(bench);
  const atStart = memory(node.pid);
  await publishOne(node);
  const textOf = async (path: string) => (await fetch(node.url + path)).text();
  const document = await textOf(paths.node);
  const bare = await startBaseline(bench, 'bare-json', document);
  const express = await startBaseline(bench, 'express-json', document);
  const bareInfo = await startBaseline(bench, 'bare-json', await textOf(paths.info));
  const bareList = await startBaseline(bench, 'bare-json', await textOf(paths.list));
  const load = (server: Server, path = '/') => wrk(server, { path, connections: 64, seconds });

  resetPeakMemory(node.pid);
  const rounds = await interleave(
    { rounds: 4, warmUp: true, budgetMs: 70_000 },
    {
      node: () => load(node, paths.node),
      bare: () => load(bare),
      express: () => load(express),
      info: () => load(node, paths.info),
      bareInfo: () => load(bareInfo),
      list: () => load(node, paths.list),
      bareList: () => load(bareList),
    },
  );
  const peak = peakMemory(node.pid);

  report.server('bare node', rounds.bare, 'GETs/s');
  report.server('Express', rounds.express, 'GETs/s');
  report.server('Alcove, node', rounds.node, 'GETs/s');
  report.ratio('Alcove / bare node, node', rounds.node, rounds.bare, { sign: '≥', bound: 0.65 });
  report.ratio('Alcove / Express, node', rounds.node, rounds.express, { sign: '≥', bound: 1.3 });
  report.tail('node', rounds.node, rounds.bare, { sign: '≤', bound: 2 });
  report.server('Alcove, network.info', rounds.info, 'GETs/s');
  report.ratio('Alcove / bare node, network.info', rounds.info, rounds.bareInfo, { sign: '≥', bound: 0.65 });
  report.server('Alcove, content.list of one item', rounds.list, 'GETs/s');
  report.ratio('content.list / node', rounds.list, rounds.node, { sign: '≥', bound: 0.67 });
  report.tail('content.list', rounds.list, rounds.bareList, { sign: '≤', bound: 3 });
  report.figure('memory at the start', [atStart], 'MiB');
  report.goal('at the peak / at the start', peak / atStart, '×', { sign: '≤', bound: 1.5 });
  await sleep(60_000);
  report.goal('a minute later / at the start', memory(node.pid) / atStart, '×', { sign: '≤', bound: 1.2 });
}
