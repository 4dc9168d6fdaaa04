import type { Command } from 'commander';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import type { AnyControl } from '../control-client.ts';
import { withControl } from '../with-control.ts';

/** The options of every command on a data folder. */
export interface CommandOptions {
  dataDir?: string;
  json?: boolean;
}

/** Adds a command on a data folder. */
export const addCommand = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .option('--data-dir <folder>', 'the data folder')
    .option('--json', 'print JSON');

/** Runs `withControl` on the data folder of a command. */
export const onNode = <T>(
  { dataDir }: CommandOptions,
  command: (control: AnyControl) => T | Promise<T>,
  options?: { create: boolean },
): Promise<T> => withControl(dataFolder(dataDir), command, options);

/** Prints the result of a command: as JSON, or as lines of text. */
export function printResult({ json }: CommandOptions, result: object, ...lines: string[]): void {
  for (const line of json ? [JSON.stringify(result)] : lines) process.stdout.write(`${line}\n`);
}
