import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobFolder, blobPath } from './lib/blob-files.ts';
import { interleave } from './lib/measure.ts';
import { noNginx, startNginx } from './lib/nginx.ts';
import { upload } from './lib/raw-upload.ts';
import type { Report } from './lib/report.ts';
import { type Server, startAlcove, startBaseline } from './lib/servers.ts';
import type { Workbench } from './lib/workbench.ts';
import { wrk } from './lib/wrk.ts';

const size = 16 * 1024;
/** Number of files whose total size is four times the memory that the node uses for caching. */
const manyFiles = 2048;

/** Measures GETs of 16 KiB over 64 connections: of one content, and of many different ones. */
export async function run(bench: Workbench, report: Report): Promise<void> {
  const node = await startAlcove(bench);
  const bare = await startBaseline(bench, 'bare-small-file', blobFolder(node));
  const nginx = await startNginx(bench, blobFolder(node));

  const contents = await store(`${node.url}/api/v1/storage`, node.token);
  const nodePaths = contents.map(({ id }) => `/api/v1/storage/${id}`);
  const filePaths = contents.map(({ sha256 }) => blobPath(sha256));
  const lists = bench.folder('lists');
  const write = (name: string, paths: string[]) => {
    writeFileSync(join(lists, name), `${paths.join('\n')}\n`);
    return join(lists, name);
  };
  const nodeList = write('node', nodePaths);
  const fileList = write('files', filePaths);
  const one = (server: Server, path = '/') => wrk(server, { path, connections: 64, seconds: 3 });
  const many = (server: Server, list: string) =>
    wrk(server, { path: '/', connections: 64, seconds: 3, script: 'paths.lua', args: [list] });

  const rounds = await interleave(
    { rounds: 4, warmUp: true, budgetMs: 50_000 },
    {
      alcove: () => one(node, nodePaths[0]),
      bare: () => one(bare, filePaths[0]),
      ...(nginx && { nginx: () => one(nginx, filePaths[0]) }),
      alcoveMany: () => many(node, nodeList),
      bareMany: () => many(bare, fileList),
    },
  );

  const goal = { sign: '≥', bound: 0.85 } as const;
  report.server('Alcove, one content', rounds.alcove, 'GETs/s');
  report.server('bare node, one file', rounds.bare, 'GETs/s');
  report.ratio('Alcove / bare node, one', rounds.alcove, rounds.bare, goal);
  report.tail('one content', rounds.alcove, rounds.bare, { sign: '≤', bound: 1.5 });
  report.server(`Alcove, ${manyFiles} contents`, rounds.alcoveMany, 'GETs/s');
  report.server(`bare node, ${manyFiles} files`, rounds.bareMany, 'GETs/s');
  report.ratio('Alcove / bare node, many', rounds.alcoveMany, rounds.bareMany, goal);
  if (rounds.nginx) {
    report.server('nginx, one file', rounds.nginx, 'GETs/s');
    report.ratio('Alcove / nginx, one', rounds.alcove, rounds.nginx);
  } else report.note(noNginx);
}

async function store(url: string, token: string): Promise<{ id: string; sha256: string }[]> {
  const stored: { id: string; sha256: string }[] = [];
  const storeNext = async () => {
    while (stored.length < manyFiles) {
      const { document } = await upload(url, { size, token });
      stored.push({ id: String(document.content_id), sha256: String(document.content_sha256) });
    }
  };
  await Promise.all(Array.from({ length: 16 }, storeNext));
  return stored;
}
