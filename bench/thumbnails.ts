import { getWaitingMedia, waitingMedia } from '../src/contract/dashboard-api/library/media.ts';
import { type LaunchedAlcove, launch } from '../test/desktop/support/launch.ts';
import { picture } from '../test/desktop/support/made-files.ts';
import { pngChunk } from '../test/support/pictures.ts';
import type { Report } from './lib/report.ts';
import { openScreen } from './lib/screen.ts';
import { type Scrolling, scrollBy } from './lib/scrolling.ts';
import type { Workbench } from './lib/workbench.ts';

const count = Number(process.env.BENCH_THUMBNAILS ?? 1000);
/** Length of a side of each picture, in pixels. */
const side = 1200;
/** The length of a PNG's signature and its chunk `IHDR`, after which others may follow. */
const pngHead = 33;
/** Frames of one measurement, which scrolls to the end of the pictures and starts again. */
const frames = 300;
const pixelsAFrame = 20;
/** Time between two measurements, because no picture starts while a list moves. */
const restMs = 5000;

/** Pictures of so many photos made in the background, while a person scrolls through a grid of them. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  await openScreen(bench);
  const alcove = await launch({ dataDir: bench.folder('app') }, () => {});
  try {
    await store(alcove);
    await measure(alcove, report);
  } finally {
    await alcove.app.close();
  }
}

/** Stores the photos while no page makes their pictures. */
async function store({ page, askLocal }: LaunchedAlcove): Promise<void> {
  await page.goto('about:blank');
  const [head, rest] = split(picture(side));
  for (let n = 0; n < count; n += 1) {
    const body = Buffer.concat([head, pngChunk('tEXt', Buffer.from(`Title\0Photo ${n}`)), rest]);
    const name = Buffer.from(`photo ${n}.png`).toString('base64');
    const response = await askLocal('/local/content', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'image/png', 'X-File-Name': name },
    });
    if (!response.ok) throw new Error(`A photo was refused: ${response.status}`);
  }
}

async function measure({ page, askLocal, dashboardUrl }: LaunchedAlcove, report: Report): Promise<void> {
  const isWaiting = async () => {
    const waiting = waitingMedia.parse(await (await askLocal(`${getWaitingMedia.path}?maker=1`)).json());
    return waiting.items.length > 0 || waiting.next_cursor !== null;
  };
  await page.goto(`${dashboardUrl}/library/photos`);
  await page.locator('[data-tile]').first().waitFor();
  const started = performance.now();
  const busy: Scrolling[] = [];
  while (await isWaiting()) {
    busy.push(await scrollBy(page, pixelsAFrame, frames));
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.waitForTimeout(restMs);
  }
  const seconds = (performance.now() - started) / 1000;
  const idle = await scrollBy(page, pixelsAFrame, frames);
  report.figure(`${count} pictures of ${side} × ${side} pixels`, [seconds], 's');
  report.note(`frames late meanwhile: ${busy.map((each) => `${each.late.toFixed(1)} %`).join(', ')}`);
  report.note(`frames late afterwards: ${idle.late.toFixed(1)} %, long tasks: ${idle.longTasks}`);
  const tasks = busy.reduce((sum, { longTasks }) => sum + longTasks, 0);
  report.goal('long tasks of the page meanwhile', tasks, '', { sign: '≤', bound: 0 });
  const late = busy.reduce((sum, each) => sum + each.late, 0) / Math.max(1, busy.length);
  report.goal('late frames, more than afterwards', late - idle.late, 'percentage points', {
    ...{ sign: '≤', bound: 2 },
  });
}

const split = (png: Buffer): [Buffer, Buffer] => [png.subarray(0, pngHead), png.subarray(pngHead)];
