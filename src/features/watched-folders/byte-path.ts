import { join } from 'node:path';
import { printable } from '../../core/printable.ts';

/**
 * A path below a watched folder, with one character for each byte and names separated by `/`; empty for the folder
 * itself. Names of files need not be UTF-8, and different ones may look the same as text.
 */
export type BytePath = string;

export const toBytes = (path: BytePath): Buffer => Buffer.from(path, 'latin1');

export const fromBytes = (bytes: Uint8Array): BytePath => Buffer.from(bytes).toString('latin1');

/** Returns the name of a path as text, without characters that would garble a line. */
export const nameOf = (path: BytePath): string => textOf(path.slice(path.lastIndexOf('/') + 1));

/** Returns a path as text, without characters that would garble a line. */
export const textOf = (path: BytePath): string => printable(toBytes(path).toString('utf8'));

/** Returns the folder of a path. */
export const parentOf = (path: BytePath): BytePath => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const childOf = (directory: BytePath, name: BytePath): BytePath =>
  directory === '' ? name : `${directory}/${name}`;

export const isBelow = (path: BytePath, directory: BytePath): boolean =>
  directory === '' || path === directory || path.startsWith(`${directory}/`);

/** Returns the path for the file system. */
export function absolute(root: string, path: BytePath): Buffer {
  if (path === '') return Buffer.from(root);
  const separated = process.platform === 'win32' ? path.replaceAll('/', '\\') : path;
  // `join` keeps the separator at the end of the root of a disk.
  return Buffer.concat([Buffer.from(join(root, 'x').slice(0, -1)), toBytes(separated)]);
}

/** Sorts `track 2` before `track 10`. */
const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Compares paths of one folder in natural order, and by their bytes where they look alike. */
export const compareNaturally = (a: BytePath, b: BytePath): number =>
  compare(nameOf(a), nameOf(b)) || (a < b ? -1 : Number(a > b));
