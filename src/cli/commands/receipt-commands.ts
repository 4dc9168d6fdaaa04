import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import type { ReceiptCheck } from '../../contract/control.ts';
import type { Receipt } from '../../contract/receipt.ts';
import { messageText } from '../../core/messages/message-text.ts';
import type { ReceiptFault } from '../../features/licensing/index.ts';
import { addCommand, type CommandOptions, onNode, printResult } from './node-command.ts';

interface Options extends CommandOptions {
  node?: string;
  online?: boolean;
}

const faults: Record<ReceiptFault, string> = {
  not_a_receipt: 'This is not a receipt.',
  not_canonical: 'The file was changed: a node writes it in another form.',
  other_node: 'The receipt is from another node.',
  bad_signature: 'The signature is invalid: the receipt was changed or forged.',
};

/** Adds `alcove receipt verify`, which needs a node only with `--online`. Exits with 1 when the receipt is invalid. */
export function addReceiptCommands(program: Command): void {
  const receipts = program.command('receipt').description('receipts of licences');
  addCommand(receipts, 'verify', 'verify the signature of a receipt')
    .argument('<file>', 'the receipt file')
    .option('--node <key>', 'the public key of the node that delivered the licence')
    .option('--online', 'also compare the receipt with the chain of the running node')
    .action(async (path: string, options: Options) => {
      // Loaded on demand, since other commands do not need it.
      const { longestReceipt, verifyReceipt } = await import('../../features/licensing/index.ts');
      // A longer file is not a receipt.
      const verdict = verifyReceipt(await readBeginning(path, longestReceipt + 1), options.node);
      const receipt = verdict.ok ? verdict.receipt : null;
      const chain =
        receipt && options.online ? await onNode(options, (control) => control.checkReceipt(receipt)) : null;
      const problem = verdict.ok ? problemOnChain(chain) : faults[verdict.fault];
      const result = { valid: problem === null, problem, receipt, owner: chain?.owner ?? null };
      if (problem !== null) printResult(options, result, `Not valid. ${problem}`);
      else if (receipt) {
        printResult(
          options,
          result,
          receiptText(receipt, { isNodeKnown: options.node !== undefined, chain }),
        );
      }
      if (problem !== null) process.exitCode = 1;
    });
}

const problemOnChain = (chain: ReceiptCheck | null): string | null =>
  chain?.problem ? messageText(chain.problem) : null;

async function readBeginning(path: string, bytes: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function receiptText(
  receipt: Receipt,
  { isNodeKnown, chain }: { isNodeKnown: boolean; chain: ReceiptCheck | null },
): string {
  const { licence, licence_address, content_id, owner, node, delivered_at } = receipt;
  return [
    `Valid: licence ${licence_address} (${licence}) of ${content_id},`,
    `owned by ${owner} when the node ${node} delivered its key at ${delivered_at}.`,
    ...(isNodeKnown
      ? []
      : ['Check the key of the node, or pass it with --node: anybody can sign with their own key.']),
    ...(chain ? [`The licence is on the chain. ${holderText(chain.owner, owner)}`] : []),
  ].join('\n');
}

const holderText = (now: string | null, then: string): string =>
  now === then ? 'The owner is the same.' : `The owner is now ${now}.`;
