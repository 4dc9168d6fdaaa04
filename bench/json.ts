import { interleave } from './lib/measure.ts';
import type { Report } from './lib/report.ts';
import { type Server, startAlcove, startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';
import { wrk } from './lib/wrk.ts';

/** GETs of small JSON documents over 32 connections, against bare node answering the same document. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const node = await startAlcove(bench);
  const info = '/api/v1/network.info';
  const status = '/api/v1/node';
  const bareOf = async (path: string) =>
    startBaseline(bench, 'bare-json', await (await fetch(node.url + path)).text());
  const bareInfo = await bareOf(info);
  const bareStatus = await bareOf(status);
  const load = (server: Server, path: string) => wrk(server, { path, connections: 32, seconds: 3 });

  const rounds = await interleave(
    { rounds: 4, warmUp: true, budgetMs: 50_000 },
    {
      info: () => load(node, info),
      bareInfo: () => load(bareInfo, '/'),
      status: () => load(node, status),
      bareStatus: () => load(bareStatus, '/'),
    },
  );

  const goal = { sign: '≥', bound: 0.5 } as const;
  report.server('Alcove, network.info', rounds.info, 'GETs/s');
  report.server('bare node, the same document', rounds.bareInfo, 'GETs/s');
  report.server('Alcove, node', rounds.status, 'GETs/s');
  report.server('bare node, the same document', rounds.bareStatus, 'GETs/s');
  report.ratio('Alcove / bare node, network.info', rounds.info, rounds.bareInfo, goal);
  report.ratio('Alcove / bare node, node', rounds.status, rounds.bareStatus, goal);
}
