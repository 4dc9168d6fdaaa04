import { root } from '../paths.mjs';

/**
 * Runs a check of the folder that the command line names, prints its findings and sets the exit code.
 * @param find returns one line for each finding in a folder
 */
export function reportFindings(name, find) {
  const found = new Set(find(process.argv[2] ?? root));
  for (const line of found) process.stdout.write(`${line}\n`);
  process.stdout.write(`${name}: ${found.size} found\n`);
  process.exitCode = found.size === 0 ? 0 : 1;
}
