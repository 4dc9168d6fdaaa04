import type { Command } from 'commander';
import type { VerificationProgress } from '../../contract/control.ts';
import { addCommand, type CommandOptions, onNode, printResult } from './node-command.ts';

/** Adds `alcove verify`, for the running node or a folder without one. Exits with 1 on any problem. */
export function addVerifyCommand(program: Command): void {
  addCommand(program, 'verify', 'hash all stored files and list damaged and missing ones').action(
    async (options: CommandOptions) => {
      const result = await onNode(options, (control) =>
        control.verify(process.stderr.isTTY ? { onProgress: showProgress() } : {}),
      );
      if (process.stderr.isTTY) process.stderr.write(clearLine);
      const { verified, damaged } = result;
      printResult(
        options,
        result,
        ...damaged.map(({ content_id, problem }) => `${content_id} is ${problem}`),
        `${verified} verified, ${damaged.length} damaged or missing`,
      );
      if (damaged.length > 0) process.exitCode = 1;
    },
  );
}

/** Returns to the beginning of the line and clears it. */
const clearLine = '\r\u001b[K';
const everyMs = 200;

/** Rewrites one line of the terminal. */
function showProgress(): (progress: VerificationProgress) => void {
  let shownAt = 0;
  return ({ verified, contents }) => {
    if (performance.now() - shownAt < everyMs) return;
    shownAt = performance.now();
    process.stderr.write(`${clearLine}${verified} of ${contents} verified`);
  };
}
