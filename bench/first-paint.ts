import { once } from 'node:events';
import { electronCommand } from '../test/desktop/support/electron-command.ts';
import { freePort } from '../test/support/node/free-port.ts';
import { emptyWindowCommand } from './lib/empty-window.ts';
import { interleave, ratio } from './lib/measure.ts';
import { firstPaints, inspectable } from './lib/paints.ts';
import type { Report } from './lib/report.ts';
import { openScreen } from './lib/screen.ts';
import type { Workbench } from './lib/workbench.ts';

const rounds = Number(process.env.BENCH_STARTS ?? 10);

/**
 * Measures the time from the start of the process to the first paint of its window: for the app, and for an Electron
 * with an empty window.
 */
export async function run(bench: Workbench, report: Report): Promise<void> {
  await openScreen(bench);
  const [appFolder, emptyFolder] = [bench.folder('app'), bench.folder('empty')];
  // Uses the same port for every start, as for users, because Chromium caches compiled code by address.
  const port = await freePort();
  const appArguments = ['--set', `dashboard.port=${port}`, inspectable];
  const { app, empty } = await interleave(
    { rounds, warmUp: true, budgetMs: 300_000 },
    {
      app: () => start(bench, electronCommand(appFolder, appArguments)),
      empty: () => start(bench, emptyWindowCommand(emptyFolder, [inspectable])),
    },
  );
  const first = { app: app.map(firstOf), empty: empty.map(firstOf) };
  report.figure('empty window: first paint', first.empty, 'ms');
  report.figure('the app: first paint of its window', first.app, 'ms');
  report.figure('the app: the dashboard’s own', app.map(lastOf), 'ms');
  report.goal('first paint, app to empty window', ratio(first.app, first.empty), '×', {
    ...{ sign: '≤', bound: 1.3 },
  });
}

const firstOf = (paints: readonly number[]): number => paints[0] ?? Number.NaN;
const lastOf = (paints: readonly number[]): number => paints.at(-1) ?? Number.NaN;

/** Returns the milliseconds from the start to the first paint of each page in the window. */
async function start(bench: Workbench, { executablePath, args }: ReturnType<typeof electronCommand>) {
  const started = Number(process.hrtime.bigint()) / 1e6;
  const electron = bench.run(executablePath, args);
  const paints = await firstPaints(electron);
  const ended = once(electron, 'close');
  electron.kill('SIGTERM');
  await ended;
  return paints.map((paint) => paint - started);
}
