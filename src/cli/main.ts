#!/usr/bin/env node
import { Command } from 'commander';
import { version } from '../core/version.ts';
import { addBackupCommands } from './commands/backup-commands.ts';
import { addBlockCommands } from './commands/block-commands.ts';
import { addChainCommands } from './commands/chain-commands.ts';
import { addClusterCommands } from './commands/cluster-commands.ts';
import { addFolderCommands } from './commands/folder-commands.ts';
import { addCommand, type CommandOptions, onNode, printResult } from './commands/node-command.ts';
import { addReceiptCommands } from './commands/receipt-commands.ts';
import { addRecoveryCommands } from './commands/recovery-commands.ts';
import { addTokenCommands } from './commands/token-commands.ts';
import { addVerifyCommand } from './commands/verify-command.ts';
import type { ServeOptions } from './serve.ts';

const collect = (value: string, previous: string[]): string[] => [...previous, value];

const program = new Command('alcove').description('A private or public content node').version(version);

program
  .command('serve')
  .description('run a node until Ctrl+C or SIGTERM')
  .option('--data-dir <folder>', 'the data folder')
  .option('--node-port <port>', 'the port of the node API; 0 picks a free port')
  .option('--dashboard-port <port>', 'the port of the dashboard; 0 picks a free port')
  .option('--public', 'run a public node, which other nodes list')
  .option('--public-host <url>', 'the origin under which others reach this public node')
  .option('--bootstrap <url>', 'a public node for the first handshakes; repeatable', collect, [])
  .option('--allow-private-hosts', 'also contact local addresses that other nodes report')
  .option('--practice', 'run a second, public node for practice')
  .option('--set <section.name=value>', 'a setting; repeatable', collect, [])
  .option('--json', 'print one JSON line on stdout when the node is ready')
  // Loaded on demand, since the other commands need little of a node.
  .action(async (options: ServeOptions) => (await import('./serve.ts')).serve(options));

addCommand(program, 'dashboard', 'print a new one-time address of the running node’s dashboard').action(
  async (options: CommandOptions) => {
    const result = await onNode(options, (control) => control.dashboard());
    printResult(options, result, result.dashboard_url);
  },
);

addVerifyCommand(program);
addBlockCommands(program);
addBackupCommands(program);
addChainCommands(program);
addClusterCommands(program);
addFolderCommands(program);
addReceiptCommands(program);
addRecoveryCommands(program);
addTokenCommands(program);

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
