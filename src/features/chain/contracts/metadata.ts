import { createHash } from 'node:crypto';
import { beginCell, type Cell, Dictionary } from '@ton/core';
import { findInDictionary } from './cells/dictionary.ts';
import { readSnake, snakeCell } from './cells/snake.ts';
import { attempt } from './fields.ts';

const onChainLayout = 0;
const offChainLayout = 1;
const snakeFormat = 0;

const keyOf = (name: string): Buffer => createHash('sha256').update(name).digest();

/** Encodes on-chain metadata (TEP-64): a dictionary from the SHA-256 of each name to its value in snake format. */
export function onChainMetadata(fields: Readonly<Record<string, string>>): Cell {
  const entries = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  for (const [name, value] of Object.entries(fields))
    entries.set(keyOf(name), snakeCell(Buffer.concat([Buffer.of(snakeFormat), Buffer.from(value)])));
  return beginCell().storeUint(onChainLayout, 8).storeDict(entries).endCell();
}

/** Encodes off-chain metadata at a URL (TEP-64). */
export function offChainMetadata(url: string): Cell {
  return snakeCell(Buffer.concat([Buffer.of(offChainLayout), Buffer.from(url, 'ascii')]));
}

/**
 * Reads named values of untrusted on-chain metadata. It looks up only the requested names, because a few cells that
 * refer to each other can form a dictionary with more entries than fit into memory.
 * @param maxBytes limit for all values together
 * @returns undefined when it is no on-chain metadata; values that are missing, too long or not in snake format are left
 *   out
 */
export function readMetadata<Name extends string>(
  metadata: Cell,
  names: readonly Name[],
  maxBytes: number,
): Partial<Record<Name, string>> | undefined {
  return attempt(() => {
    const slice = metadata.beginParse();
    if (slice.loadUint(8) !== onChainLayout) return undefined;
    const root = slice.loadMaybeRef();
    const fields: [Name, string][] = [];
    let left = maxBytes;
    for (const name of names) {
      const value = root && attempt(() => findInDictionary(root, keyOf(name))?.loadRef());
      const bytes = value && readSnake(value, left + 1);
      if (!bytes || bytes[0] !== snakeFormat) continue;
      left -= bytes.length - 1;
      fields.push([name, bytes.toString('utf8', 1)]);
    }
    return Object.fromEntries(fields) as Partial<Record<Name, string>>;
  });
}
