import { readFile, writeFile } from 'node:fs/promises';
import { contractCostTables, withTables } from './lib/contract-cost-tables.ts';
import { goingLiveTable } from './lib/going-live-costs.ts';
import type { Report } from './lib/report.ts';
import type { Workbench } from './lib/workbench.ts';

/**
 * Writes gas, fees and rent of the contracts to docs/chain.md, and the costs of the first orders to docs/going-live.md.
 */
export async function run(_bench: Workbench, report: Report): Promise<void> {
  for (const [name, tables] of [
    ['chain', await contractCostTables()],
    ['going-live', await goingLiveTable()],
  ] as const) {
    const path = new URL(`../docs/${name}.md`, import.meta.url);
    await writeFile(path, withTables(await readFile(path, 'utf8'), tables));
    for (const line of tables.split('\n')) report.note(line);
  }
}
