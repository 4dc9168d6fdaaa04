import { createHash } from 'node:crypto';
import { beginCell } from '@ton/core';
import { sha256_sync } from '@ton/crypto';
import { expect, it } from 'vitest';
import '../../../src/features/chain/cells/native-sha256.ts';

it('hashes cells with the function of the platform', () => {
  // An update of the library may move its own function.
  expect(String(sha256_sync)).not.toContain('jssha');
  for (const source of ['', 'wallet', Buffer.from([0, 255])])
    expect(sha256_sync(source)).toEqual(createHash('sha256').update(source).digest());
});

it('leaves the hashes of cells unchanged', () => {
  const cell = beginCell()
    .storeUint(7, 9)
    .storeRef(beginCell().storeBuffer(Buffer.from('TON')))
    .endCell();
  expect(cell.hash().toString('hex')).toMatchInlineSnapshot(
    `"89e4d2358ed877f95a8e77d1e9f99d16b2879f33a39c767c1653ef739507467c"`,
  );
});
