import { blobFolder, blobPath } from './lib/blob-files.ts';
import { interleave, measure } from './lib/measure.ts';
import { noNginx, startNginx } from './lib/nginx.ts';
import { memory, peakMemory, resetPeakMemory } from './lib/process-usage.ts';
import { download } from './lib/raw-download.ts';
import { upload } from './lib/raw-upload.ts';
import type { Report } from './lib/report.ts';
import { type Server, startAlcove, startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';

const size = 1024 ** 3;

/** Measures a GET of 1 GiB from the system's cache by one client. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const node = await startAlcove(bench);
  const started = memory(node.pid);
  const { document } = await upload(`${node.url}/api/v1/storage`, { size, token: node.token });
  const path = blobPath(String(document.content_sha256));
  const nginx = await startNginx(bench, blobFolder(node));
  const bare = await startBaseline(bench, 'bare-file', blobFolder(node));
  const speed = ({ url, pid }: Server, route: string) =>
    measure(pid, async () => ({ rate: size / 1e6 / (await download(url + route)), requests: 1 }));

  const fromNode = () => speed(node, `/api/v1/storage/${document.content_id}`);
  await fromNode();
  resetPeakMemory(node.pid);
  const rounds = await interleave(
    { rounds: 5, budgetMs: 40_000 },
    {
      alcove: fromNode,
      bare: () => speed(bare, path),
      ...(nginx && { nginx: () => speed(nginx, path) }),
    },
  );

  report.server('Alcove', rounds.alcove, 'MB/s');
  report.server('bare node, createReadStream', rounds.bare, 'MB/s');
  report.ratio('Alcove / bare node', rounds.alcove, rounds.bare);
  if (rounds.nginx) {
    report.server('nginx, sendfile', rounds.nginx, 'MB/s');
    report.ratio('Alcove / nginx', rounds.alcove, rounds.nginx, { sign: '≥', bound: 0.8 });
  } else report.note(noNginx);
  report.goal('peak memory / start', peakMemory(node.pid) / started, '×', { sign: '≤', bound: 1.5 });
}
