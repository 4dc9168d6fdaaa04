// Uploads every file in a folder, including files that are added later, and prints its address.
//   ALCOVE_TOKEN=… node examples/bot.ts ~/Outbox
// The token needs the scope storage:write: create one in the dashboard, or with “alcove token create”.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createAlcoveClient } from '@alcove/client';

const { ALCOVE_URL: url = 'http://127.0.0.1:8471', ALCOVE_TOKEN: token } = process.env;
const folder = process.argv[2] ?? '.';
const alcove = createAlcoveClient({ url, token });
const uploaded = new Map<string, number>();

for (;;) {
  for (const file of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, file.name);
    const { mtimeMs } = await stat(path);
    // A file that is still being written is uploaded in a later round.
    if (!file.isFile() || uploaded.get(path) === mtimeMs || Date.now() - mtimeMs < 1000) continue;
    const { content_url } = await alcove.storage.uploadInParts(path);
    uploaded.set(path, mtimeMs);
    console.log(`${file.name} ${content_url}`);
  }
  await setTimeout(1000);
}
