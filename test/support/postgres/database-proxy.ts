import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../node/free-port.ts';

/** Starts HAProxy, which leads each connection to the one of two servers that accepts it. */
export async function startDatabaseProxy(
  folders: readonly string[],
): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const [folder = ''] = folders;
  const config = join(folder, 'haproxy.cfg');
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout check 5s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen database',
    `  bind 127.0.0.1:${port}`,
    '  option pgsql-check user alcove',
    '  default-server check inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions',
    ...folders.map((one, index) => `  server database${index} unix@${one}/.s.PGSQL.5432`),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const child = spawn('haproxy', ['-db', '-f', config], { stdio: 'ignore' });
  return {
    port,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
