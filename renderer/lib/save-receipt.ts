import type { OwnedLicence } from '../../src/contract/local-chain.ts';
import { shellRefused } from './content-actions.ts';
import { download } from './download.ts';
import { t } from './language.ts';
import { itemTitle } from './market-words.ts';
import type { NodeClient } from './node-client.ts';
import { shell } from './shell.ts';

/** Saves the receipt of a licence: asks where in the desktop, downloads in a browser. */
export async function saveReceipt(
  node: NodeClient,
  { licence_address: licence, content }: OwnedLicence,
): Promise<{ saved: boolean }> {
  const name = t('library.receiptName', { title: itemTitle(content) })
    .slice(0, 150)
    .concat('.json');
  if (shell) return shell.invoke('receipt.saveAs', { licence, name }).catch(shellRefused);
  download(await node.receipt(licence), name);
  return { saved: true };
}
