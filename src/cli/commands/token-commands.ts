import { type Command, Option } from 'commander';
import { type Scope, scope } from '../../contract/scopes.ts';
import { addCommand, type CommandOptions, onNode, printResult } from './node-command.ts';

const usualScopes: Scope[] = ['storage:write', 'content:read'];

/** Adds `alcove token create | list | revoke`. */
export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('API tokens for programs on this computer');

  addCommand(token, 'create', 'create a token, and print its secret once')
    .option('--name <name>', 'the purpose of the token', 'unnamed')
    .addOption(
      new Option('--scope <scope>', `a right of the token; repeatable; default: ${usualScopes.join(', ')}`)
        .choices(scope.options)
        .argParser((value: string, previous: string[] | undefined) => {
          if (!scope.safeParse(value).success)
            throw new Error(`Unknown scope ${value}. Use one of: ${scope.options.join(', ')}.`);
          return [...(previous ?? []), value];
        }),
    )
    .action(async (options: CommandOptions & { name: string; scope?: Scope[] }) => {
      const { name, scope: scopes = usualScopes } = options;
      const created = await onNode(options, (control) => control.createToken({ name, scopes }), {
        create: true,
      });
      printResult(options, created, created.token);
    });

  addCommand(token, 'list', 'list the tokens, without their secrets').action(
    async (options: CommandOptions) => {
      const result = await onNode(options, (control) => control.listTokens());
      const lines = result.tokens.map(
        ({ id, name, scopes, last_used_at: lastUse }) =>
          `${id}  ${name}  ${scopes.join(' ')}  ${lastUse === null ? 'never used' : `last used ${lastUse}`}`,
      );
      printResult(options, result, ...(lines.length > 0 ? lines : ['No tokens.']));
    },
  );

  addCommand(token, 'revoke', 'revoke a token')
    .argument('[token]', 'the id or name of the token')
    .option('--name <name>', 'same as the argument')
    .action(async (argument: string | undefined, options: CommandOptions & { name?: string }) => {
      const idOrName = argument ?? options.name;
      if (idOrName === undefined) throw new Error('Specify a token: alcove token revoke <id or name>');
      const result = await onNode(options, (control) => control.revokeToken(idOrName));
      if (!result.revoked)
        throw new Error(`No token ${idOrName} found, or several with that name. See: alcove token list`);
      printResult(options, result, 'Revoked.');
    });
}
