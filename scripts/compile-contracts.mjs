// Compiles src/features/chain/contracts/source/*.tolk into compiled.json, which is committed; a test compares the two.
import { readFile, writeFile } from 'node:fs/promises';
import { compileContracts } from './lib/contract-compiler.mjs';

const target = new URL('../src/features/chain/contracts/compiled.json', import.meta.url);
const before = JSON.parse(await readFile(target, 'utf8'));
const compiled = await compileContracts();
await writeFile(target, `${JSON.stringify(compiled, null, 2)}\n`);
for (const name of ['platform', 'content', 'licence']) {
  const state = before[name]?.hash === compiled[name].hash ? 'as before' : 'changed';
  console.log(`${name}: ${compiled[name].hash} (${state})`);
}
