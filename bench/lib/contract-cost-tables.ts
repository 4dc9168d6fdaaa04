import { contractCosts, contractRents } from './contract-costs.ts';

const inTon = (nanoTon: bigint): string => (Number(nanoTon) / 1e9).toFixed(4);

/** Returns the tables of docs/chain.md, without the lines around them. */
export async function contractCostTables(): Promise<string> {
  const costs = (await contractCosts()).map(
    ({ what, min, gas, spent }) =>
      `| ${what} | ${gas.toLocaleString('en')} | ${inTon(min)} | ${inTon(spent)} |`,
  );
  const rents = (await contractRents()).map(
    ({ contract, cells, bits, yearly, deposit }) =>
      `| ${contract} | ${cells} | ${bits.toLocaleString('en')} | ${inTon(yearly)} | ${inTon(deposit)} | ${(Number(deposit) / Number(yearly)).toFixed(1)} |`,
  );
  return [
    '| message | gas of the contract that gets it | GRAM, least, besides the price | of them spent |',
    '|---|---|---|---|',
    ...costs,
    '',
    '| contract | cells | bits | rent a year, GRAM | deposit, GRAM | years |',
    '|---|---|---|---|---|---|',
    ...rents,
  ].join('\n');
}

const begin = '<!-- written by `npm run bench -- contract-costs` -->\n';
const end = '\n<!-- end -->';

/** Returns the document with `tables` between its markers. @throws when the markers are missing */
export function withTables(document: string, tables: string): string {
  const [before, rest] = document.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error('The document has no markers for its tables.');
  return `${before}${begin}${tables}${end}${after}`;
}
