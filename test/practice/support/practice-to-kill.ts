/**
 * Runs the practice node, and ends it as by a kill at the n-th write of its wallets: a file that changes, or test money.
 * Arguments: those of the practice node, `before` or `after`, n.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [order, at] = process.argv.slice(4);
const wanted = Number(at);
/** Completed writes; several can run at once. */
let writes = 0;

function reach(here: 'before' | 'after'): void {
  if (here === 'after') writes += 1;
  const isReached = here === 'before' ? writes >= wanted - 1 : writes >= wanted;
  if (here === order && isReached) process.kill(process.pid, 'SIGKILL');
}

const read = (path: fs.PathLike): string => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '');

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  const isWrite = String(to).includes('practice-wallets') && read(from) !== read(to);
  if (isWrite) reach('before');
  renameSync(from, to);
  if (isWrite) reach('after');
};
syncBuiltinESMExports();

const { fetch } = globalThis;
globalThis.fetch = async (input, init) => {
  const isFaucet = String(init?.body).includes('alcove.faucet');
  if (isFaucet) reach('before');
  const response = await fetch(input, init);
  if (isFaucet) reach('after');
  return response;
};

await import('../../../src/cli/practice-node.ts');
