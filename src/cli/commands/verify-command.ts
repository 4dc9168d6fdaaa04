import { type Command, Option } from 'commander';
import type { VerificationProgress } from '../../contract/control.ts';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import { withControl } from '../with-control.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Adds `alcove verify`, for the running node or a folder without one. Exits with 1 on any problem. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('hash all stored files and list damaged and missing ones')
    .addOption(new Option('--data-dir <folder>', 'the data folder'))
    .addOption(new Option('--json', 'print JSON'))
    .action(async (options: { dataDir?: string; json?: boolean }) => {
      const answer = await withControl(
        dataFolder(options.dataDir),
        (control) => control.verify(process.stderr.isTTY ? { onProgress: showProgress() } : {}),
        { create: false },
      );
      if (process.stderr.isTTY) process.stderr.write(clearLine);
      if (options.json) print(JSON.stringify(answer));
      else {
        for (const { content_id, problem } of answer.damaged) print(`${content_id} is ${problem}`);
        print(`${answer.verified} verified, ${answer.damaged.length} damaged or missing`);
      }
      if (answer.damaged.length > 0) process.exitCode = 1;
    });
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
