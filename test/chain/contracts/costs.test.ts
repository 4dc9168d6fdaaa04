import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contractCostTables, withTables } from '../../../bench/lib/contract-cost-tables.ts';
import { goingLiveTable } from '../../../bench/lib/going-live-costs.ts';

it.each([
  ['chain', contractCostTables],
  ['going-live', goingLiveTable],
])('docs/%s.md lists the costs; otherwise run `npm run bench -- contract-costs`', async (name, tables) => {
  const document = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
  expect(withTables(document, await tables())).toBe(document);
});
