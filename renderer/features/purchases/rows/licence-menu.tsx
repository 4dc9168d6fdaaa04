import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconBookOff, IconEye, IconGift, IconReceipt, IconTag } from '@tabler/icons-react';
import { getReceipt, type OwnedLicence } from '../../../../src/contract/dashboard-api/purchases.ts';
import type { DashboardClient } from '../../../lib/api/dashboard-client.ts';
import { useDashboardClient } from '../../../lib/api/dashboard-client-context.tsx';
import { titleOf } from '../../../lib/format/file-kind.ts';
import { t } from '../../../lib/i18n/language.ts';
import { itemPathOf } from '../../../lib/paths.ts';
import { download } from '../../../lib/shell/download.ts';
import { shell } from '../../../lib/shell/shell.ts';
import { shellRefused } from '../../../lib/shell/shell-refused.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { type MenuEntry, RowMenu } from '../../../ui/lists/row-menu.tsx';
import type { BackState } from '../../../ui/navigation/back-link.tsx';
import { openGiveDialog } from '../dialogs/give-dialog.tsx';
import { openCancelOfferDialog, openOfferDialog } from '../dialogs/offer-dialogs.tsx';
import { useDecline } from '../purchase-queries.ts';
import { canOpen } from './delivery-labels.ts';

export function LicenceMenu({ licence }: { licence: OwnedLicence }) {
  const { kind, content, receipt, decision } = licence;
  const { content_id: id } = content;
  const node = useDashboardClient();
  const decline = useDecline(licence.licence_address);
  const save = async () => {
    const { saved } = await saveReceipt(node, licence);
    if (saved && shell) notifications.show({ color: 'green', message: t('purchases.menu.receiptSaved') });
  };
  const view = id !== null &&
    canOpen(licence) && {
      to: itemPathOf(id),
      state: { backLabel: t('frame.pages.bought') } satisfies BackState,
    };
  const remove = () => decline.mutate(undefined, { onError: notifyProblem });
  return (
    <RowMenu
      label={t('common.actionsFor', { name: titleOf(content) })}
      width={280}
      entries={() => [
        view && [IconEye, t('content.menu.open'), view],
        receipt && [IconReceipt, t('purchases.menu.saveReceipt'), () => save().catch(notifyProblem)],
        kind === 'resale' && (receipt || canOpen(licence)) && 'line',
        ...(kind === 'resale' ? resaleEntries(licence) : [{ note: t('purchases.menu.stays') }]),
        decision === 'accepted' && 'line',
        decision === 'accepted' && [IconBookOff, t('purchases.menu.remove'), remove],
      ]}
    />
  );
}

function resaleEntries(licence: OwnedLicence): MenuEntry[] {
  const isOffered = licence.offer !== null;
  const offer = t(isOffered ? 'purchases.menu.askAnother' : 'purchases.menu.offer');
  return [
    [IconTag, offer, () => openOfferDialog(licence)],
    isOffered && [IconArrowBackUp, t('purchases.menu.cancelOffer'), () => openCancelOfferDialog(licence)],
    [IconGift, t('purchases.menu.give'), () => openGiveDialog(licence)],
  ];
}

/** Saves the receipt of a licence: through a dialog in the desktop app, as a download in a browser. */
async function saveReceipt(
  node: DashboardClient,
  { licence_address: licence, content }: OwnedLicence,
): Promise<{ saved: boolean }> {
  const name = t('purchases.receiptName', { title: titleOf(content) })
    .slice(0, 150)
    .concat('.json');
  if (shell) return shell.invoke('receipt.saveAs', { licence, name }).catch(shellRefused);
  download(await node.download(getReceipt, { params: { address: licence } }), name);
  return { saved: true };
}
