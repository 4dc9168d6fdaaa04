import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { LicenceFacts } from '../../src/contract/receipt.ts';
import { identityFromSeed } from '../../src/crypto/identity.ts';
import { receiptFile, signReceipt, verifyReceipt } from '../../src/features/licensing/receipt.ts';

const node = identityFromSeed(Buffer.alloc(32, 1));
const stranger = identityFromSeed(Buffer.alloc(32, 2));
const now = Date.parse('2026-05-05T10:00:00Z');

const facts: LicenceFacts = {
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
};
const file = receiptFile(signReceipt(node, facts, now));

it('a receipt contains the data signed by the node', () => {
  expect(verifyReceipt(file)).toMatchObject({ ok: true, receipt: { ...facts, node: node.id } });
  expect(verifyReceipt(file, node.id)).toMatchObject({ ok: true });
  expect(file.toString()).toMatch(/^\{"alcove_receipt":1,.*\}\n$/);
});

it('a receipt is invalid with any byte altered, removed or added', () => {
  for (let at = 0; at < file.length; at++) {
    for (const bit of [0x01, 0x20, 0x80]) {
      const altered = Buffer.from(file);
      altered[at] = (altered[at] ?? 0) ^ bit;
      expect(verifyReceipt(altered).ok, `byte ${at} with ${bit}`).toBe(false);
    }
    expect(verifyReceipt(Buffer.concat([file.subarray(0, at), file.subarray(at + 1)])).ok).toBe(false);
    const longer = Buffer.concat([file.subarray(0, at), Buffer.from(' '), file.subarray(at)]);
    expect(verifyReceipt(longer).ok, `a space at ${at}`).toBe(false);
  }
});

it('a receipt is invalid in another encoding of the same data', () => {
  const { alcove_receipt, ...rest } = JSON.parse(file.toString());
  const reordered = Buffer.from(`${JSON.stringify({ ...rest, alcove_receipt })}\n`);
  expect(verifyReceipt(reordered)).toEqual({ ok: false, fault: 'not_canonical' });
  const twice = Buffer.from(file.toString().replace('{', '{"licence":"resale",'));
  expect(verifyReceipt(twice)).toEqual({ ok: false, fault: 'not_canonical' });
});

it('a receipt of another node is rejected', () => {
  const others = receiptFile(signReceipt(stranger, facts, now));
  expect(verifyReceipt(others, node.id)).toEqual({ ok: false, fault: 'other_node' });
  // Signed by a stranger in the node's name.
  const forged = receiptFile({
    ...signReceipt(node, facts, now),
    signature: signReceipt({ ...stranger, id: node.id }, facts, now).signature,
  });
  expect(verifyReceipt(forged, node.id)).toEqual({ ok: false, fault: 'bad_signature' });
});

it('a receipt cannot be confused with other saved files', () => {
  for (const text of ['', '{}', 'null', '[1]', '{"alcove_receipt":2}\n', '"'.repeat(5000), '[[[[']) {
    expect(verifyReceipt(Buffer.from(text)).ok).toBe(false);
  }
});

it('a receipt matches the description in docs/receipts.md', () => {
  const page = readFileSync(new URL('../../docs/receipts.md', import.meta.url), 'utf8');
  const [, example = ''] = /```json\n(.*\n)```/.exec(page) ?? [];
  expect(example).toBe(file.toString());
});
