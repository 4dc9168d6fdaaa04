import { type Command, InvalidArgumentError } from 'commander';
import type { ChainListening } from '../../contract/control.ts';
import { addChainCheckCommand } from './chain-check-command.ts';
import { addDeployPlatformCommand } from './deploy-platform-command.ts';
import { addCommand, type CommandOptions, onNode, printResult } from './node-command.ts';

/**
 * Adds `alcove chain check | deploy-platform` for the running node, and `serve | faucet` for the embedded chain of the
 * running node or of a folder without one.
 */
export function addChainCommands(program: Command): void {
  const chain = program
    .command('chain')
    .description('the chain of the node, or the embedded chain on this computer only');

  addChainCheckCommand(chain);
  addDeployPlatformCommand(chain);

  addCommand(
    chain,
    'serve',
    'serve the embedded chain to other programs on this computer, until Ctrl+C or SIGTERM',
  )
    .requiredOption('--port <port>', 'the port of the toncenter API; 0 picks a free port', asPort)
    .action(async (options: CommandOptions & { port: number }) => {
      const end = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
      const serving = {
        port: options.port,
        signal: end.signal,
        onListening: ({ url }: ChainListening) =>
          printResult(options, { url }, `The chain API is at ${url}. Press Ctrl+C to stop.`),
      };
      await onNode(options, (control) => control.serveChain(serving), { create: true });
    });

  addCommand(chain, 'faucet', 'send test money of the embedded chain to an address')
    .argument('<address>', 'a TON address, in any form')
    .argument('<amount>', 'the amount in GRAM', asNanoTon)
    .action(async (address: string, nano_ton: string, options: CommandOptions) => {
      const given = await onNode(options, (control) => control.faucet({ address, nano_ton }), {
        create: true,
      });
      printResult(options, given, 'Sent.');
    });
}

function asPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}

/** Returns digits, since JSON cannot represent a bigint. */
function asNanoTon(text: string): string {
  const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new InvalidArgumentError('An amount is a number such as 5 or 0.25.');
  return BigInt(whole + fraction.padEnd(9, '0')).toString();
}
