import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { compileContracts } from '../../../scripts/lib/contract-compiler.mjs';
import compiled from '../../../src/features/chain/contracts/compiled.json' with { type: 'json' };
import { operations } from '../../../src/features/chain/contracts/operations.ts';
import { errors } from './support/errors.ts';

const source = (name: string) =>
  readFileSync(new URL(`../../../src/features/chain/contracts/source/${name}`, import.meta.url), 'utf8');

it('the committed code matches the compiled sources; otherwise run `npm run contracts`', async () => {
  expect(await compileContracts()).toEqual(compiled);
});

describe('operation codes', () => {
  const lines = [...source('scheme.tlb').matchAll(/^(\w+)#([0-9a-f]{8}) (.*) = InternalMsgBody;/gm)];
  const ofScheme = Object.fromEntries(
    lines.map(([, name = '', , fields]) => [name, crc32(`${name} ${fields} = InternalMsgBody`) & 0x7fffffff]),
  );

  it.each(lines.map(([, name, tag]) => [name, tag]))('match the scheme: %s#%s', (name = '', tag) => {
    expect(ofScheme[name]?.toString(16).padStart(8, '0')).toBe(tag);
  });

  it('match in the contracts', () => {
    const structs = [...source('messages.tolk').matchAll(/^struct \(0x([0-9a-f]{8})\) (\w+)/gm)];
    const teps = ['NftTransfer', 'OwnershipAssigned', 'Excesses', 'GetStaticData', 'ReportStaticData'];
    teps.push('GetRoyaltyParams', 'ReportRoyaltyParams');
    const own = structs
      .filter(([, , name = '']) => !teps.includes(name))
      .map(([, tag = '', name = '']) => [
        name.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase(),
        Number.parseInt(tag, 16),
      ]);
    expect(Object.fromEntries(own)).toEqual(ofScheme);
  });

  it('match in the node', () => {
    const { nft_transfer, ...own } = operations;
    expect(ofScheme).toMatchObject(own);
    expect(nft_transfer).toBe(0x5fcc3d14); // TEP-62
  });
});

it('the exit codes of the tests match the contracts', () => {
  const constants = [...source('errors.tolk').matchAll(/^const ERR_(\w+) = (\w+)$/gm)].map(
    ([, name = '', code]) => [
      name.toLowerCase().replace(/_(.)/g, (_match, letter) => letter.toUpperCase()),
      Number(code),
    ],
  );
  expect(Object.fromEntries(constants)).toEqual(errors);
});
