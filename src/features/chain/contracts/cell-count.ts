import type { Cell } from '@ton/core';

/** Counts the distinct cells of a tree including its root. Rent and fees depend on this number. */
export function countCells(root: Cell): number {
  const seen = new Set<string>();
  const open = [root];
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const hash = cell.hash().toString('hex');
    if (seen.has(hash)) continue;
    seen.add(hash);
    open.push(...cell.refs);
  }
  return seen.size;
}
