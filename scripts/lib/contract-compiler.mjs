import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getTolkCompilerVersion, runTolkCompiler } from '@ton/tolk-js';

const chain = new URL('../../src/features/chain/', import.meta.url);

/** Compiles one contract: the hash of its code, the code as base64 BoC, and the SHA-256 of each of its sources. */
async function compile(name, folder = 'contracts/source/') {
  const sources = new URL(folder, chain);
  const result = await runTolkCompiler({
    entrypointFileName: `${name}.tolk`,
    fsReadCallback: (path) => readFileSync(new URL(path, sources), 'utf8'),
  });
  if (result.status === 'error') throw new Error(result.message);
  if (result.stderr !== '') throw new Error(result.stderr);
  const hashed = result.sourcesSnapshot
    .filter(({ filename }) => !filename.startsWith('@'))
    .map(({ filename, contents }) => [filename, createHash('sha256').update(contents).digest('hex')]);
  return {
    hash: result.codeHashHex.toLowerCase(),
    boc: result.codeBoc64,
    sources: Object.fromEntries(hashed.sort()),
  };
}

/** Returns the content of compiled.json: the compiler and the three contracts. */
export async function compileContracts() {
  return {
    compiler: `tolk ${await getTolkCompilerVersion()}`,
    platform: await compile('platform'),
    content: await compile('content'),
    licence: await compile('licence'),
  };
}

/** Returns the content of telegram-wallet.json, the code that the embedded chain has in its configuration. */
export const compileTelegramWallet = () => compile('telegram-wallet', 'embedded/config/');
