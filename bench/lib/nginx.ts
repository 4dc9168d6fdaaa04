import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from './programs.ts';
import type { Server } from './servers.ts';
import type { Workbench } from './workbench.ts';

export const noNginx = 'nginx is not installed (Debian package nginx): no comparison';

/**
 * Starts nginx with one process and `sendfile` for a folder.
 * @returns undefined when nginx is not installed
 */
export async function startNginx(bench: Workbench, root: string): Promise<Server | undefined> {
  const program = findProgram('nginx');
  if (program === undefined) return undefined;
  const folder = bench.folder('nginx');
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configuration(folder, root, port));
  const { pid = 0 } = bench.run(program, ['-p', folder, '-e', 'stderr', '-c', config]);
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { url, pid };
    await sleep(50);
  }
  throw new Error('nginx does not answer');
}

const configuration = (folder: string, root: string, port: number): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 1000000000;
  open_file_cache max=10000;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    root ${root};
  }
}
`;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
