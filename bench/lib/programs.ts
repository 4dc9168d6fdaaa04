import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The program's path, also where it lies out of a user's PATH; undefined when it is not installed. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
