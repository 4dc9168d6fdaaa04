import { readFile, writeFile } from 'node:fs/promises';
import { contractCostTables, withTables } from './lib/contract-cost-tables.ts';
import type { Report } from './lib/report.ts';
import type { Workbench } from './lib/workbench.ts';

/** Gas, fees and rent of the contracts, into docs/chain.md. */
export async function run(_bench: Workbench, report: Report): Promise<void> {
  const path = new URL('../docs/chain.md', import.meta.url);
  const tables = await contractCostTables();
  await writeFile(path, withTables(await readFile(path, 'utf8'), tables));
  for (const line of tables.split('\n')) report.note(line);
}
