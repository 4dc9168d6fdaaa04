import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contractCostTables, withTables } from '../../../bench/lib/contract-cost-tables.ts';

it('docs/chain.md lists the costs of the contracts; otherwise run `npm run bench -- contract-costs`', async () => {
  const document = readFileSync(new URL('../../../docs/chain.md', import.meta.url), 'utf8');
  expect(withTables(document, await contractCostTables())).toBe(document);
});
