// Compiles src/features/chain/contracts/source/*.tolk into compiled.json, and embedded/config/telegram-wallet.tolk into
// telegram-wallet.json. Both are committed; tests compare them with the sources.
import { readFile, writeFile } from 'node:fs/promises';
import { compileContracts, compileTelegramWallet } from './lib/contract-compiler.mjs';

const target = new URL('../src/features/chain/contracts/compiled.json', import.meta.url);
const before = JSON.parse(await readFile(target, 'utf8'));
const compiled = await compileContracts();
await writeFile(target, `${JSON.stringify(compiled, null, 2)}\n`);
for (const name of ['platform', 'content', 'licence']) {
  const state = before[name]?.hash === compiled[name].hash ? 'as before' : 'changed';
  console.log(`${name}: ${compiled[name].hash} (${state})`);
}
const telegramWallet = new URL('../src/features/chain/embedded/config/telegram-wallet.json', import.meta.url);
await writeFile(telegramWallet, `${JSON.stringify(await compileTelegramWallet(), null, 2)}\n`);
