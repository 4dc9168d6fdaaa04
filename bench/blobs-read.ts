import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blobPath } from './lib/blob-files.ts';
import { interleave, ratio } from './lib/measure.ts';
import { startNginx } from './lib/nginx.ts';
import { peakMemory, resetPeakMemory } from './lib/process-usage.ts';
import { download } from './lib/raw-download.ts';
import type { Report } from './lib/report.ts';
import { startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';

const size = 1024 ** 3;

/** 1 GiB out of the blob store through bare `node:http`, warm, one reader. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const dataDir = bench.folder('store');
  const script = fileURLToPath(new URL('./blobs-node.ts', import.meta.url));
  const node = await bench.server(process.execPath, [script, dataDir, String(size)]);
  const path = blobPath(String(node.ready.sha256));
  const bare = await startBaseline(bench, 'bare-file', join(dataDir, 'blobs'));
  const nginx = await startNginx(bench, join(dataDir, 'blobs'));
  const speed = async (url: string) => size / 1e6 / (await download(url));
  resetPeakMemory(node.pid);
  const rounds = await interleave(
    { rounds: 7, budgetMs: 40_000 },
    {
      store: () => speed(`http://127.0.0.1:${node.ready.port}/`),
      bare: () => speed(bare.url + path),
      nginx: async () => (nginx === undefined ? Number.NaN : speed(nginx + path)),
    },
  );

  report.figure('blob store, checked', rounds.store, 'MB/s');
  report.figure('createReadStream, 256 KiB', rounds.bare, 'MB/s');
  report.figure('blob store / createReadStream', [ratio(rounds.store, rounds.bare)], '×');
  if (nginx === undefined) report.note('nginx is not installed (Debian package nginx): no comparison');
  else {
    report.figure('nginx, sendfile', rounds.nginx, 'MB/s');
    report.goal('blob store / nginx', ratio(rounds.store, rounds.nginx), '≥', 0.75, '×');
  }
  report.goal('memory while sending, from source', peakMemory(node.pid), '≤', 130, 'MiB');
}
