import { open } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { ReceiptCheck } from '../../contract/control.ts';
import type { Receipt } from '../../contract/receipt.ts';
import { dataFolder } from '../../core/data-folder/data-folder.ts';
import { messageText } from '../../core/messages/message-text.ts';
import { longestReceipt, type ReceiptFault, verifyReceipt } from '../../features/licensing/index.ts';
import { withControl } from '../with-control.ts';

interface Options {
  node?: string;
  online?: boolean;
  dataDir?: string;
  json?: boolean;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

const faults: Record<ReceiptFault, string> = {
  not_a_receipt: 'This is not a receipt.',
  not_canonical: 'The file was changed: a node writes it in another form.',
  other_node: 'The receipt is from another node.',
  bad_signature: 'The signature is invalid: the receipt was changed or forged.',
};

/** Adds `alcove receipt verify`, which needs a node only with `--online`. Exits with 1 when the receipt is invalid. */
export function addReceiptCommands(program: Command): void {
  program
    .command('receipt')
    .description('receipts of licences')
    .command('verify')
    .description('verify the signature of a receipt')
    .argument('<file>', 'the receipt file')
    .option('--node <key>', 'the public key of the node that delivered the licence')
    .option('--online', 'also compare the receipt with the chain of the running node')
    .addOption(new Option('--data-dir <folder>', 'the data folder of that node'))
    .addOption(new Option('--json', 'print JSON'))
    .action(async (path: string, options: Options) => {
      const verdict = verifyReceipt(await readBeginning(path), options.node);
      const receipt = verdict.ok ? verdict.receipt : null;
      const chain = receipt && options.online ? await askNode(receipt, options) : null;
      const problem = verdict.ok ? problemOnChain(chain) : faults[verdict.fault];
      if (options.json) {
        print(JSON.stringify({ valid: problem === null, problem, receipt, owner: chain?.owner ?? null }));
      } else if (problem !== null) print(`Not valid. ${problem}`);
      else if (receipt) print(receiptText(receipt, { isNodeKnown: options.node !== undefined, chain }));
      if (problem !== null) process.exitCode = 1;
    });
}

const askNode = (receipt: Receipt, { dataDir }: Options): Promise<ReceiptCheck> =>
  withControl(dataFolder(dataDir), (control) => control.checkReceipt(receipt), { create: false });

const problemOnChain = (chain: ReceiptCheck | null): string | null =>
  chain?.problem ? messageText(chain.problem) : null;

/** Reads one byte more than the longest receipt, which proves that a longer file is none. */
async function readBeginning(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestReceipt + 1), 0, longestReceipt + 1, 0);
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
