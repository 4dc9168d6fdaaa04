/**
 * Sends the last bytes of an upload to a node with a bucket, and kills itself at a step of storing them. Arguments: the
 * data folder, the file of the bucket, the number of the step, and a file with the request.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [dataDir = '', bucketFile = '', step = '', request = ''] = process.argv.slice(2);
const { path, headers, body } = JSON.parse(fs.readFileSync(request, 'utf8'));
let steps = Number.POSITIVE_INFINITY;

function pass(what: string): void {
  steps -= 1;
  if (steps > 0) return;
  fs.writeSync(1, `killed ${what}\n`);
  process.kill(process.pid, 'SIGKILL');
  // The signal may take a moment.
  for (;;);
}

/** Makes the beginning and the end of a call steps. */
function watch<Name extends string>(owner: Record<Name, (...given: never[]) => unknown>, name: Name): void {
  const original = owner[name];
  owner[name] = async function (this: unknown, ...given: never[]) {
    pass(`before ${name}`);
    const result = await original.apply(this, given);
    pass(`after ${name}`);
    return result;
  };
}

/** As `watch`, for a function with a callback, and before the product takes it from its module. */
function watchCallback(name: 'rename' | 'unlink'): void {
  const original = fs[name] as (...given: unknown[]) => void;
  const watched = (...given: unknown[]) => {
    const callback = given.pop() as (...result: unknown[]) => void;
    pass(`before ${name}`);
    original(...given, (...result: unknown[]) => {
      pass(`after ${name}`);
      callback(...result);
    });
  };
  Object.assign(fs, { [name]: watched });
}

watchCallback('rename');
watchCallback('unlink');
syncBuiltinESMExports();
const { startTestNode } = await import('../support/node/start-test-node.ts');
const { GroupCommit } = await import('../../src/platform/sqlite/group-commit.ts');
const { S3Client } = await import('../../src/platform/blobs/s3/s3-client.ts');
watch(GroupCommit.prototype as never, 'run');
watch(S3Client.prototype as never, 'put');

const { ask } = await startTestNode({ dataDir, settings: { storage: { s3_file: bucketFile } } });
steps = Number(step);
const answer = await ask(path, { method: 'POST', headers, body: Buffer.from(body, 'base64') });
steps = Number.POSITIVE_INFINITY;
fs.writeSync(1, `answered ${answer.status}\n`);
process.exit();
