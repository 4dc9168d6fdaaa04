import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/node/free-port.ts';
import { type ServingNode, serveNode } from '../../support/node/run-alcove.ts';
import { test as base } from '../support/fixtures.ts';

/** A public node in a process of its own, which can be stopped and restarted at the same address. */
export interface Studio {
  host: string;
  publicKey(): string;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Tests with a public node. */
export const test = base.extend<{ studioOn: (chain: object) => Promise<Studio> }>({
  studioOn: async ({ temporaryFolder }, use) => {
    let running: ServingNode | undefined;
    await use(async (chain) => {
      const port = await freePort();
      const host = `http://127.0.0.1:${port}`;
      const dataDir = temporaryFolder();
      writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ chain }));
      return {
        host,
        publicKey: () => running?.ready.public_key ?? '',
        start: async () => {
          running = await serveNode(dataDir, '--node-port', String(port), '--public', '--public-host', host);
        },
        kill: async () => {
          await running?.end('SIGKILL');
          running = undefined;
        },
      };
    });
    await running?.end();
  },
});
