import { type Command, Option } from 'commander';
import type {
  ChainCheck,
  ChainCheckRequest,
} from '../../contract/dashboard-api/administration/chain-check.ts';
import { messageText } from '../../core/messages/message-text.ts';
import { addCommand, type CommandOptions, onNode, printResult } from './node-command.ts';

/** Adds `alcove chain check`, for the running node. Exits with 1 unless the node can sell and buy on the network. */
export function addChainCheckCommand(chain: Command): void {
  addCommand(chain, 'check', 'check whether the running node can sell and buy on its network')
    .addOption(
      new Option(
        '--network <network>',
        'check this network before you join it; default: the followed one',
      ).choices(['testnet', 'mainnet']),
    )
    .action(async ({ network, ...options }: CommandOptions & ChainCheckRequest) => {
      const check = await onNode(options, (control) => control.checkChain({ network }));
      printResult(options, check, ...check.checks.flatMap(linesOf), verdictOf(check));
      if (!check.ready) process.exitCode = 1;
    });
}

type Check = ChainCheck['checks'][number];

const words: Record<Check['result'], string> = {
  ok: 'ok',
  warning: 'look',
  failed: 'FAILED',
  skipped: '-',
  waiting: '…',
};

function linesOf({ title, result, detail, remedy }: Check): string[] {
  const indent = ' '.repeat(8);
  return [
    `${words[result].padEnd(8)}${messageText(title)}: ${detail ? messageText(detail) : ''}`,
    ...(remedy ? [`${indent}What to do: ${messageText(remedy)}`] : []),
  ];
}

const verdictOf = ({ ready, network }: ChainCheck): string =>
  ready ? `This node can sell and buy on ${network}.` : `This node cannot sell and buy on ${network} yet.`;
