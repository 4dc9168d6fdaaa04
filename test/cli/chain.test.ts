import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Address } from '@ton/core';
import { TonClient } from '@ton/ton';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { alcoveCli, runAlcove, serveNode } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { longIt, someCases } from '../support/random-runs.ts';

const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));
const address = new Address(0, Buffer.alloc(32, 5));
const friendly = address.toString({ testOnly: true, bounceable: false });

/** `alcove chain serve` in a process of its own, once it prints its address. */
async function serveChain(dataDir: string) {
  const child = spawn(
    process.execPath,
    [alcoveCli, 'chain', 'serve', '--data-dir', dataDir, '--port', '0', '--json'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (part) => {
    errors += part;
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(line) as { url: string };
  const exited = once(child, 'exit').then(([code]) => code as number);
  return {
    url,
    exited,
    errors: () => errors,
    end: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

const balanceAt = (endpoint: string) => new TonClient({ endpoint }).getBalance(address);

longIt(
  'serves the chain of a stopped node, with the faucet during and after it',
  {
    timeout: 120_000,
  },
  async () => {
    const dataDir = join(root, 'at-rest');
    const faucet = (...words: string[]) => runAlcove('chain', 'faucet', ...words, '--data-dir', dataDir);
    const serving = await serveChain(dataDir);
    expect(await balanceAt(serving.url)).toBe(0n);
    expect(await faucet(friendly, '2.5')).toMatchObject({ code: 0, stdout: 'Sent.\n' });
    expect(await balanceAt(serving.url)).toBe(2_500_000_000n);
    expect(await serving.end()).toBe(0);
    await expect(balanceAt(serving.url)).rejects.toThrow('ECONNREFUSED');

    const given = await faucet(address.toRawString(), '0.000000001', '--json');
    expect(JSON.parse(given.stdout)).toEqual({ address: address.toRawString(), nano_ton: '1' });
    const again = await serveChain(dataDir);
    expect(await balanceAt(again.url)).toBeGreaterThan(2_499_000_000n);
    expect(await again.end()).toBe(0);
  },
);

it('reports an invalid address, amount or port', async () => {
  const dataDir = join(root, 'wrong');
  const wrong: [string[], RegExp][] = [
    [['faucet', 'EQwrong', '1'], /“EQwrong” isn’t a TON address/],
    [['faucet', friendly, '1,5'], /An amount is a number such as 5 or 0\.25/],
    [['faucet', friendly, '0'], /more than 0/],
    [['faucet', friendly, '1000001'], /at most 1000000 GRAM/],
    [['serve', '--port', '70000'], /A port is a number from 0 to 65535/],
  ];
  for (const [words, message] of someCases(wrong)) {
    const result = await runAlcove('chain', ...words, '--data-dir', dataDir);
    expect(result.code, words.join(' ')).toBe(1);
    expect(result.stderr).toMatch(message);
  }
});

it('reports a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const result = await runAlcove('chain', 'serve', '--port', `${port}`, '--data-dir', join(root, 'taken'));
  expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('This port is taken') });
  other.close();
});

it('names the setting that decides it for a node without an embedded chain', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(root, 'off');
  const node = await serveNode(dataDir);
  const commands = [
    ['faucet', friendly, '1'],
    ['serve', '--port', '0'],
  ];
  for (const words of someCases(commands)) {
    const result = await runAlcove('chain', ...words, '--data-dir', dataDir);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('chain.network') });
  }
  await node.end();
});

it('uses the chain of a running node, and stops with either of them', {
  timeout: 120_000,
}, async () => {
  const dataDir = join(root, 'beside');
  const node = await serveNode(dataDir, '--set', 'chain.network=embedded');
  const faucet = () => runAlcove('chain', 'faucet', friendly, '0.000000007', '--data-dir', dataDir);
  // The chain may start a little later than the node.
  await expect.poll(faucet).toMatchObject({ code: 0 });
  const first = await serveChain(dataDir);
  expect(await balanceAt(first.url)).toBe(7n);
  const { port } = new URL(first.url);
  const taken = await runAlcove('chain', 'serve', '--port', port, '--data-dir', dataDir);
  expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('This port is taken') });
  expect(await first.end()).toBe(0);
  await expect.poll(() => balanceAt(first.url).catch(String)).toMatch('ECONNREFUSED');
  const second = await serveChain(dataDir);
  await node.end();
  expect(await second.exited).toBe(1);
  expect(second.errors()).toBe('The node has stopped and no longer serves its chain.\n');
  await expect(balanceAt(second.url)).rejects.toThrow('ECONNREFUSED');
});
