import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { receiptFile, signReceipt } from '../../src/features/licensing/receipt.ts';
import { runAlcove } from '../support/node/run-alcove.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { longIt } from '../support/random-runs.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = identityFromSeed(Buffer.alloc(32, 1));
const stranger = identityFromSeed(Buffer.alloc(32, 2));
const bytes = receiptFile(
  signReceipt(
    node,
    {
      network: 'testnet',
      content_address: 'kQAREREREREREREREREREREREREREREREREREREREREREV2Z',
      content_id: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
      key_hash: 'ab'.repeat(32),
      licence_address: 'kQAiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiZI',
      licence: 'listen',
      owner: '0QAzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM1LC',
      price: '1000000000',
      issued_at: '2026-05-05T09:00:00.000Z',
      transaction: 'cd'.repeat(32),
    },
    Date.parse('2026-05-05T10:00:00Z'),
  ),
);

const verify = (content: Uint8Array | string, ...words: string[]) => {
  const path = join(folder, 'receipt.json');
  writeFileSync(path, content);
  return runAlcove('receipt', 'verify', path, ...words);
};

it('verifies a receipt without a node', async () => {
  const plain = await verify(bytes);
  expect(plain.code).toBe(0);
  expect(plain.stdout).toContain(node.id);
  expect(plain.stdout).toContain('anybody can sign');
  const known = await verify(bytes, '--node', node.id);
  expect(known).toMatchObject({ code: 0, stdout: expect.not.stringContaining('anybody') });
  expect(JSON.parse((await verify(bytes, '--json')).stdout)).toMatchObject({
    valid: true,
    problem: null,
    receipt: { licence: 'listen', node: node.id },
  });
});

longIt('ends with 1 for an altered receipt, one of another node, and an invalid one', async () => {
  const altered = bytes.toString().replace('"1000000000"', '"1000000001"');
  expect(await verify(altered)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('signature is invalid'),
  });
  expect(await verify(bytes, '--node', stranger.id)).toMatchObject({
    code: 1,
    stdout: 'Not valid. The receipt is from another node.\n',
  });
  expect(JSON.parse((await verify('{}', '--json')).stdout)).toMatchObject({ valid: false, receipt: null });
  expect((await verify(Buffer.alloc(1_000_000))).code).toBe(1);
});

it('reports that it requires a running node to read the chain', async () => {
  const asked = await verify(bytes, '--online', '--data-dir', folder);
  expect(asked).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no Alcove data') });
});
