import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startTestNode } from '../support/node/start-test-node.ts';

const program = fileURLToPath(new URL('../../examples/bot.ts', import.meta.url));

it('uploads existing and new files of its folder', async () => {
  const alcove = await startTestNode();
  const outbox = join(alcove.dataDir, 'outbox');
  mkdirSync(outbox);
  const put = (name: string, text: string) => {
    const draft = join(alcove.dataDir, name);
    writeFileSync(draft, text);
    utimesSync(draft, 1_700_000_000, 1_700_000_000);
    renameSync(draft, join(outbox, name));
  };
  put('there before.txt', 'first');
  const bot = spawn(process.execPath, [program, outbox], {
    env: {
      ...process.env,
      ALCOVE_URL: alcove.node.nodeUrl,
      ALCOVE_TOKEN: await alcove.token('storage:write'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: bot.stdout })[Symbol.asyncIterator]();
  const nextUpload = async () => /^(.+) (http\S+)$/.exec((await lines.next()).value ?? '')?.slice(1) ?? [];
  try {
    const [name, url = ''] = await nextUpload();
    expect(name).toBe('there before.txt');
    expect(await (await fetch(url)).text()).toBe('first');
    put('put later.txt', 'second');
    const [laterName, laterUrl = ''] = await nextUpload();
    expect(laterName).toBe('put later.txt');
    expect(await (await fetch(laterUrl)).text()).toBe('second');
  } finally {
    bot.kill();
    await once(bot, 'close');
    await alcove.stop();
  }
});
