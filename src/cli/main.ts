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
const json = () => new Option('--json', 'answer in JSON');
const print = (text: string) => process.stdout.write(`${text}\n`);

interface CommonOptions {
  dataDir?: string;
  json?: boolean;
}

const program = new Command('alcove').description('A private or public content node').version(version);

program
  .command('serve')
  .description('run a node until it is told to end')
  .addOption(dataDir())
  .option('--node-port <port>', 'the port of the node API; 0 picks a free one')
  .option('--dashboard-port <port>', 'the port of the dashboard; 0 picks a free one')
  .option('--public', 'be a public node, which others list')
  .option('--public-host <url>', 'the origin at which others reach this public node')
  .option('--bootstrap <url>', 'a public node to shake hands with; repeats', collect, [])
  .option('--allow-private-hosts', 'also contact local addresses that other nodes named')
  .option('--practice', 'run a public node beside this one, to practise with')
  .option('--set <section.name=value>', 'any setting; repeats', collect, [])
  .option('--json', 'one JSON line on stdout when the node listens')
  // Loaded on demand, since the other commands need little of a node.
  .action(async (options: ServeOptions) => (await import('./serve.ts')).serve(options));

program
  .command('dashboard')
  .description('print a new address of the running node’s dashboard, which opens once')
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
  .description('make a token; its secret is shown only now')
  .addOption(dataDir())
  .option('--name <name>', 'what it is for', 'unnamed')
  .addOption(
    new Option('--scope <scope>', `what it may do; repeats: ${scope.options.join(', ')}`)
      .choices(scope.options)
      .argParser((value: string, previous: string[] | undefined) => {
        if (!scope.safeParse(value).success)
          throw new Error(`There is no scope ${value}. There are: ${scope.options.join(', ')}.`);
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
  .description('the tokens, without their secrets')
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
    if (tokens.length === 0) print('There are no tokens.');
    for (const { id, name, scopes, last_used_at: lastUse } of tokens) {
      print(
        `${id}  ${name}  ${scopes.join(' ')}  ${lastUse === null ? 'never used' : `last used ${lastUse}`}`,
      );
    }
  });

token
  .command('revoke')
  .description('make a token useless')
  .argument('[token]', 'the token’s id, or its name')
  .addOption(dataDir())
  .option('--name <name>', 'the same as the argument')
  .addOption(json())
  .action(async (argument: string | undefined, options: CommonOptions & { name?: string }) => {
    const idOrName = argument ?? options.name;
    if (idOrName === undefined) throw new Error('Say which token: alcove token revoke <id or name>.');
    const answer = await withControl(
      dataFolder(options.dataDir),
      (control) => control.revokeToken(idOrName),
      { create: false },
    );
    if (!answer.revoked)
      throw new Error(`There is no token ${idOrName}, or more than one of that name. See: alcove token list`);
    print(options.json ? JSON.stringify(answer) : 'Revoked.');
  });

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
});
