import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of a program, even outside of the user's PATH; undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
