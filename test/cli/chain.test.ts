import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Address } from '@ton/core';
import { TonClient } from '@ton/ton';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { embeddedChainFile, openEmbeddedChain } from '../../src/chain/embedded/open-embedded-chain.ts';
import { controlClient } from '../../src/cli/control-client.ts';
import { createLogger } from '../../src/core/logger.ts';
import { type Control, ControlServer } from '../../src/http/control.ts';
import { createControl } from '../../src/node-control.ts';
import { runAlcove, serveNode } from '../run-alcove.ts';
import { temporaryFolder } from '../start-test-node.ts';

const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));
const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const address = new Address(0, Buffer.alloc(32, 5));
const friendly = address.toString({ testOnly: true, bounceable: false });

/** `alcove chain serve` in a process of its own, once it tells where it answers. */
async function serveChain(dataDir: string) {
  const child = spawn(
    process.execPath,
    [cli, 'chain', 'serve', '--data-dir', dataDir, '--port', '0', '--json'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    end: async () => {
      child.kill('SIGTERM');
      const [code] = await once(child, 'exit');
      return code as number;
    },
  };
}

const balanceAt = (endpoint: string) => new TonClient({ endpoint }).getBalance(address);

it('serves the chain of a folder at rest, whose faucet runs beside it and afterwards', async () => {
  const dataDir = join(root, 'at-rest');
  const faucet = (...words: string[]) => runAlcove('chain', 'faucet', ...words, '--data-dir', dataDir);
  const serving = await serveChain(dataDir);
  expect(await balanceAt(serving.url)).toBe(0n);
  expect(await faucet(friendly, '2.5')).toMatchObject({ code: 0, stdout: 'Given.\n' });
  expect(await balanceAt(serving.url)).toBe(2_500_000_000n);
  expect(await serving.end()).toBe(0);
  await expect(balanceAt(serving.url)).rejects.toThrow('ECONNREFUSED');

  const given = await faucet(address.toRawString(), '0.000000001', '--json');
  expect(JSON.parse(given.stdout)).toEqual({ address: address.toRawString(), nano_ton: '1' });
  const again = await serveChain(dataDir);
  expect(await balanceAt(again.url)).toBeGreaterThan(2_499_000_000n);
  expect(await again.end()).toBe(0);
});

it('says what is wrong with an address, an amount and a port', async () => {
  const dataDir = join(root, 'wrong');
  const wrong: [string[], RegExp][] = [
    [['faucet', 'EQwrong', '1'], /“EQwrong” is not a TON address/],
    [['faucet', friendly, '1,5'], /An amount is a number such as 5 or 0\.25/],
    [['faucet', friendly, '0'], /more than 0/],
    [['faucet', friendly, '1000001'], /up to 1,000,000 TON/],
    [['serve', '--port', '70000'], /A port is a number from 0 to 65535/],
  ];
  for (const [words, message] of wrong) {
    const result = await runAlcove('chain', ...words, '--data-dir', dataDir);
    expect(result.code, words.join(' ')).toBe(1);
    expect(result.stderr).toMatch(message);
  }
});

it('says that a port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const result = await runAlcove('chain', 'serve', '--port', `${port}`, '--data-dir', join(root, 'taken'));
  expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('This port is taken') });
  other.close();
});

it('beside a node without an embedded chain, says how to have one', async () => {
  const dataDir = join(root, 'off');
  const node = await serveNode(dataDir);
  for (const words of [
    ['faucet', friendly, '1'],
    ['serve', '--port', '0'],
  ]) {
    const result = await runAlcove('chain', ...words, '--data-dir', dataDir);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('chain.network=embedded') });
  }
  await node.end();
});

it('beside a process that has the chain, asks it, and what it serves ends with whoever asked', async () => {
  const dataDir = join(root, 'beside');
  mkdirSync(dataDir);
  const logger = createLogger('silent');
  const chain = await openEmbeddedChain({ file: embeddedChainFile(dataDir), logger });
  const unused = {} as Parameters<typeof createControl>[0];
  const control: Control = createControl({ ...unused, chain: async () => chain });
  const server = new ControlServer(dataDir, control, logger);
  await server.start();
  try {
    const client = controlClient(dataDir);
    const end = new AbortController();
    let told: (url: string) => void = () => {};
    const url = new Promise<string>((resolve) => {
      told = resolve;
    });
    const serving = client.serveChain({
      port: 0,
      signal: end.signal,
      onListening: (listening) => told(listening.url),
    });
    const endpoint = await url;
    await client.faucet({ address: friendly, nano_ton: '7' });
    expect(await balanceAt(endpoint)).toBe(7n);
    const { port } = new URL(endpoint);
    await expect(
      client.serveChain({ port: Number(port), signal: end.signal, onListening: () => {} }),
    ).rejects.toThrow('This port is taken');
    end.abort();
    await serving;
    await expect
      .poll(() => balanceAt(endpoint).catch((error: Error) => error.message))
      .toMatch('ECONNREFUSED');
    const broken = client.serveChain({
      port: 0,
      signal: new AbortController().signal,
      onListening: () => void server.stop(),
    });
    await expect(broken).rejects.toThrow();
  } finally {
    await server.stop();
    await chain.close();
  }
});
