import { join } from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { electronCommand } from '../test/desktop/support/electron-command.ts';
import { manyContents } from './lib/many-contents.ts';
import type { Report } from './lib/report.ts';
import { heldMemory, type Scrolling, scrollBy, showPlainList } from './lib/scrolling.ts';
import type { Workbench } from './lib/workbench.ts';

const count = Number(process.env.BENCH_ROWS ?? 100_000);
const rowHeight = 53;
/** Pixels per frame: a fast wheel, and a fling through the list. */
const speeds = { wheel: 120, fling: 2000 };
const frames = 300;
/** Number of positions in the list that are visited one after the other. */
const places = 100;

/** Measures the list of many files in the real app against a minimal list of plain lines in the same Electron. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const screenOf = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const screen = await bench.server('Xvfb', screenOf);
  process.env.DISPLAY = `:${JSON.stringify(screen.ready)}`;
  const dataDir = bench.folder('app');
  const start = () => electron.launch(electronCommand(dataDir));
  // Starts the node once before its database is filled, because it creates its keys at its first start.
  const first = await start();
  await (await first.firstWindow()).waitForURL(/^http:/);
  await first.close();
  const { db } = manyContents(join(dataDir, 'alcove.db'), count);
  // All contents belong to the owner, because no other user has signed in.
  db.exec("UPDATE contents SET uploaded_by = 'owner'");
  db.close();
  const app = await start();
  try {
    await measure(app, report);
  } finally {
    await app.close();
  }
}

async function measure(app: ElectronApplication, report: Report): Promise<void> {
  const page = await app.firstWindow();
  await page.waitForURL(/^http:/);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Library', exact: true })
    .click();
  const rowOf = (n: number) => page.getByRole('row', { name: new RegExp(`Recording ${n}\\b`) });
  await rowOf(count).waitFor();
  const before = await heldMemory(page);

  const own: Record<string, Scrolling> = {};
  for (const [speed, pixels] of Object.entries(speeds)) own[speed] = await scrollBy(page, pixels, frames);

  await page.evaluate(() => window.scrollTo(0, 0));
  await rowOf(count).waitFor();
  report.figure('End, until the last row is shown', [await timeOf(page, 'End', rowOf(1))], 'ms');
  report.figure('Home, until the first is', [await timeOf(page, 'Home', rowOf(count))], 'ms');
  const dragged = performance.now();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.waitForFunction(() =>
    document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2)?.closest('[data-index]'),
  );
  report.figure('to the middle, until its rows are shown', [performance.now() - dragged], 'ms');

  let rows = 0;
  for (let n = 0; n <= places; n += 1) {
    await page.evaluate(
      (share) => window.scrollTo(0, share * document.documentElement.scrollHeight),
      n / places,
    );
    await page.locator('[aria-busy=false][aria-rowcount]').waitFor();
    rows = Math.max(rows, await page.locator('tr').count());
  }
  report.goal('rows in the document at most', rows, '', { sign: '≤', bound: 100 });
  report.goal('memory held after all of that', (await heldMemory(page)) - before, 'MiB more', {
    sign: '≤',
    bound: 20,
  });

  const grid = await measureGrid(page, report);
  const plain = await plainWindow(app);
  for (const [speed, pixels] of Object.entries(speeds)) {
    const bare = await scrollBy(plain, pixels, frames);
    reportSpeed(report, speed, own[speed] as Scrolling, bare);
    reportSpeed(report, `${speed}, grid`, grid[speed] as Scrolling, bare);
  }
}

/** Measures the same files as tiles, and the photos among them by month. */
async function measureGrid(page: Page, report: Report): Promise<Record<string, Scrolling>> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const tileOf = (n: number) => page.getByRole('link', { name: new RegExp(`Recording ${n}\\b`) });
  const started = performance.now();
  await page.getByRole('button', { name: 'Show as grid' }).click();
  await tileOf(count).waitFor();
  report.figure('grid, until the first tile is shown', [performance.now() - started], 'ms');
  const speedsOf: Record<string, Scrolling> = {};
  for (const [speed, pixels] of Object.entries(speeds))
    speedsOf[speed] = await scrollBy(page, pixels, frames);
  report.figure('grid, End, until the last tile is shown', [await timeOf(page, 'End', tileOf(1))], 'ms');
  const opened = performance.now();
  await page
    .getByRole('navigation', { name: 'Library' })
    .getByRole('link', { name: /^Photos/ })
    .click();
  await page.locator('[data-heading]').first().waitFor();
  report.figure('photos by month, until the first is shown', [performance.now() - opened], 'ms');
  return speedsOf;
}

/** Opens a list of plain lines in a window of the same size. */
async function plainWindow(app: ElectronApplication): Promise<Page> {
  const opened = app.waitForEvent('window');
  await app.evaluate(async ({ BrowserWindow }) => {
    const size = BrowserWindow.getAllWindows()[0]?.getBounds();
    await new BrowserWindow({ ...size }).loadURL('about:blank');
  });
  const page = await opened;
  await showPlainList(page, count, rowHeight);
  return page;
}

async function timeOf(page: Page, key: string, row: ReturnType<Page['getByRole']>): Promise<number> {
  const start = performance.now();
  await page.keyboard.press(key);
  await row.waitFor();
  return performance.now() - start;
}

function reportSpeed(report: Report, speed: string, own: Scrolling, bare: Scrolling): void {
  report.note(`${speed}: ${words(own)}`);
  report.note(`  a bare list: ${words(bare)}`);
  report.goal(`  99 of 100 frames, beside a bare list`, own.p99 / bare.p99, '×', { sign: '≤', bound: 2 });
  report.goal('  long tasks', own.longTasks, '', { sign: '≤', bound: 0 });
}

const words = ({ frames: all, late, p99, longTasks, longest }: Scrolling): string =>
  `${late.toFixed(1)} % of ${all} frames late, 99 of 100 within ${p99.toFixed(1)} ms, ` +
  `${longTasks} long tasks, the longest ${longest.toFixed(0)} ms`;
