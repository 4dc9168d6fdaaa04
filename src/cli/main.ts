#!/usr/bin/env node
import { Command, Option } from 'commander';
import { type Scope, scope } from '../contract/scopes.ts';
import { dataFolder } from '../core/data-folder/data-folder.ts';
import { version } from '../core/version.ts';
import { addBackupCommands } from './commands/backup-commands.ts';
import { addBlockCommands } from './commands/block-commands.ts';
import { addChainCommands } from './commands/chain-commands.ts';
import { addReceiptCommands } from './commands/receipt-commands.ts';
import { addRecoveryCommands } from './commands/recovery-commands.ts';
import { addVerifyCommand } from './commands/verify-command.ts';
import type { ServeOptions } from './serve.ts';
import { withControl } from './with-control.ts';

const collect = (value: string, previous: string[]): string[] => [...previous, value];
const dataDir = () => new Option('--data-dir <folder>', 'the data folder');
const json = () => new Option('--json', 'print JSON');
const print = (text: string) => process.stdout.write(`${text}\n`);

interface CommonOptions {
  dataDir?: string;
  json?: boolean;
}

const program = new Command('alcove').description('A private or public content node').version(version);

program
  .command('serve')
  .description('run a node until Ctrl+C or SIGTERM')
  .addOption(dataDir())
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

program
  .command('dashboard')
  .description('print a new one-time address of the running node’s dashboard')
  .addOption(dataDir())
  .addOption(json())
  .action(async (options: CommonOptions) => {
    const answer = await withControl(dataFolder(options.dataDir), (control) => control.dashboard(), {
      create: false,
    });
    print(options.json ? JSON.stringify(answer) : answer.dashboard_url);
  });

addVerifyCommand(program);
addBlockCommands(program);
addBackupCommands(program);
addChainCommands(program);
addReceiptCommands(program);
addRecoveryCommands(program);

const token = program.command('token').description('API tokens for programs on this computer');

token
  .command('create')
  .description('create a token, and print its secret once')
  .addOption(dataDir())
  .option('--name <name>', 'the purpose of the token', 'unnamed')
  .addOption(
    new Option('--scope <scope>', `a right of the token; repeatable: ${scope.options.join(', ')}`)
      .choices(scope.options)
      .argParser((value: string, previous: string[] | undefined) => {
        if (!scope.safeParse(value).success)
          throw new Error(`Unknown scope ${value}. Use one of: ${scope.options.join(', ')}.`);
        return [...(previous ?? []), value];
      }),
  )
  .addOption(json())
  .action(async (options: CommonOptions & { name: string; scope?: Scope[] }) => {
    const scopes: Scope[] = options.scope ?? ['storage:write', 'content:read'];
    const created = await withControl(
      dataFolder(options.dataDir),
      (control) => control.createToken({ name: options.name, scopes }),
      { create: true },
    );
    print(options.json ? JSON.stringify(created) : created.token);
  });

token
  .command('list')
  .description('list the tokens, without their secrets')
  .addOption(dataDir())
  .addOption(json())
  .action(async (options: CommonOptions) => {
    const { tokens } = await withControl(dataFolder(options.dataDir), (control) => control.listTokens(), {
      create: false,
    });
    if (options.json) {
      print(JSON.stringify({ tokens }));
      return;
    }
    if (tokens.length === 0) print('No tokens.');
    for (const { id, name, scopes, last_used_at: lastUse } of tokens) {
      print(
        `${id}  ${name}  ${scopes.join(' ')}  ${lastUse === null ? 'never used' : `last used ${lastUse}`}`,
      );
    }
  });

token
  .command('revoke')
  .description('revoke a token')
  .argument('[token]', 'the id or name of the token')
  .addOption(dataDir())
  .option('--name <name>', 'same as the argument')
  .addOption(json())
  .action(async (argument: string | undefined, options: CommonOptions & { name?: string }) => {
    const idOrName = argument ?? options.name;
    if (idOrName === undefined) throw new Error('Specify a token: alcove token revoke <id or name>');
    const answer = await withControl(
      dataFolder(options.dataDir),
      (control) => control.revokeToken(idOrName),
      { create: false },
    );
    if (!answer.revoked)
      throw new Error(`No token ${idOrName} found, or several with that name. See: alcove token list`);
    print(options.json ? JSON.stringify(answer) : 'Revoked.');
  });

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
