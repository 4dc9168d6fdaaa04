import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { blobPath } from './lib/blob-files.ts';
import { interleave, measure } from './lib/measure.ts';
import { noNginx, startNginx } from './lib/nginx.ts';
import { peakMemory, resetPeakMemory } from './lib/process-usage.ts';
import { download } from './lib/raw-download.ts';
import type { Report } from './lib/report.ts';
import { startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';

const size = 1024 ** 3;

/** Measures reading 1 GiB from the blob store through bare `node:http`, from the system's cache, by one client. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const dataDir = bench.folder('store');
  const script = fileURLToPath(new URL('./blobs-node.ts', import.meta.url));
  const node = await bench.server(process.execPath, [script, dataDir, String(size)]);
  const path = blobPath(String(node.ready.sha256));
  const bare = await startBaseline(bench, 'bare-file', join(dataDir, 'blobs'));
  const nginx = await startNginx(bench, join(dataDir, 'blobs'));
  const speed = (url: string, pid: number) =>
    measure(pid, async () => ({ rate: size / 1e6 / (await download(url)), requests: 1 }));
  resetPeakMemory(node.pid);
  const rounds = await interleave(
    { rounds: 7, budgetMs: 40_000 },
    {
      store: () => speed(`http://127.0.0.1:${node.ready.port}/`, node.pid),
      bare: () => speed(bare.url + path, bare.pid),
      ...(nginx && { nginx: () => speed(nginx.url + path, nginx.pid) }),
    },
  );

  report.server('blob store, checked', rounds.store, 'MB/s');
  report.server('createReadStream, 256 KiB', rounds.bare, 'MB/s');
  report.ratio('blob store / createReadStream', rounds.store, rounds.bare);
  if (rounds.nginx) {
    report.server('nginx, sendfile', rounds.nginx, 'MB/s');
    report.ratio('blob store / nginx', rounds.store, rounds.nginx, { sign: '≥', bound: 0.75 });
  } else report.note(noNginx);
  report.goal('memory while sending, from source', peakMemory(node.pid), 'MiB', { sign: '≤', bound: 130 });
}
