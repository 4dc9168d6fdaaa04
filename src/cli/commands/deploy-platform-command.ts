import type { Command } from 'commander';
import type { PlatformQuote } from '../../contract/control.ts';
import { formatTon } from '../../contract/messages/plain-formats.ts';
import { confirm } from '../confirm.ts';
import { addCommand, type CommandOptions, onNode, printResult } from './node-command.ts';

/** Adds `alcove chain deploy-platform`, which shows the price and asks before anything is paid. */
export function addDeployPlatformCommand(chain: Command): void {
  addCommand(chain, 'deploy-platform', 'set up the platform of the running node, or update its metadata')
    .option('--yes', 'pay without asking')
    .action(async (options: CommandOptions & { yes?: boolean }) => {
      const ordered = await onNode(options, async (control) => {
        const quote = await control.quotePlatform();
        for (const line of linesOf(quote)) process.stderr.write(`${line}\n`);
        const isWanted = options.yes === true || (await confirm('Pay this?'));
        return isWanted ? control.orderPlatform() : undefined;
      });
      if (ordered) printResult(options, ordered, 'Sent. To see when it is done: alcove chain check');
      else process.stderr.write('Nothing was sent.\n');
    });
}

const linesOf = ({ need, platform, wallet, balance, most, deposit }: PlatformQuote): string[] => [
  need === 'deployment'
    ? `Setting up the platform ${platform} needs at most ${grams(most)}; ${grams(deposit)} of it pay for its place on the chain.`
    : `Updating the metadata of the platform ${platform} needs at most ${grams(most)}.`,
  'What the network does not use comes back at once.',
  `The fee wallet ${wallet} has ${grams(balance)}.`,
];

const grams = (nanoTon: string): string => formatTon(BigInt(nanoTon));
