import { getReceipt, type OwnedLicence } from '../../../../src/contract/dashboard-api/purchases.ts';
import type { NodeClient } from '../../../lib/api/node-client.ts';
import { titleOf } from '../../../lib/format/file-kind.ts';
import { t } from '../../../lib/i18n/language.ts';
import { download } from '../../../lib/shell/download.ts';
import { shell } from '../../../lib/shell/shell.ts';
import { shellRefused } from '../../../lib/shell/shell-refused.ts';

/** Saves the receipt of a licence: through a dialog in the desktop app, as a download in a browser. */
export async function saveReceipt(
  node: NodeClient,
  { licence_address: licence, content }: OwnedLicence,
): Promise<{ saved: boolean }> {
  const name = t('library.receiptName', { title: titleOf(content) })
    .slice(0, 150)
    .concat('.json');
  if (shell) return shell.invoke('receipt.saveAs', { licence, name }).catch(shellRefused);
  download(await node.download(getReceipt, { params: { address: licence } }), name);
  return { saved: true };
}
