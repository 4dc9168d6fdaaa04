import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconBookOff, IconEye, IconGift, IconReceipt, IconTag } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OwnedLicence } from '../../../src/contract/dashboard-api/purchases.ts';
import { useNode } from '../../lib/api/node-context.tsx';
import { titleOf } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { viewPathOf } from '../../lib/paths.ts';
import { shell } from '../../lib/shell/shell.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import type { CameFrom } from '../../ui/navigation/back-link.tsx';
import { canOpen } from './delivery-labels.ts';
import { openGiveDialog } from './give-dialog.tsx';
import { useDecline } from './library-queries.ts';
import { openCancelOfferDialog, openOfferDialog } from './offer-dialogs.tsx';
import { saveReceipt } from './save-receipt.ts';

/** Shows the actions for a licence. */
export function LicenceMenu({ licence }: { licence: OwnedLicence }) {
  const { kind, content, offer, receipt } = licence;
  const { content_id: id } = content;
  const node = useNode();
  const decline = useDecline(licence.licence_address);
  const save = async () => {
    const { saved } = await saveReceipt(node, licence);
    if (saved && shell) notifications.show({ color: 'green', message: t('library.menu.receiptSaved') });
  };
  return (
    <RowMenu label={t('common.actionsFor', { name: titleOf(content) })} width={280}>
      {() => (
        <>
          {id !== null && canOpen(licence) && (
            <Menu.Item
              component={Link}
              to={viewPathOf(id)}
              state={{ cameFrom: t('frame.pages.library') } satisfies CameFrom}
              leftSection={<IconEye size={16} aria-hidden />}
            >
              {t('content.menu.open')}
            </Menu.Item>
          )}
          {receipt && (
            <Menu.Item
              leftSection={<IconReceipt size={16} aria-hidden />}
              onClick={() => save().catch(notifyProblem)}
            >
              {t('library.menu.saveReceipt')}
            </Menu.Item>
          )}
          {kind === 'resale' ? (
            <>
              {(receipt || canOpen(licence)) && <Menu.Divider />}
              <Menu.Item
                leftSection={<IconTag size={16} aria-hidden />}
                onClick={() => openOfferDialog(licence)}
              >
                {t(offer === null ? 'library.menu.offer' : 'library.menu.askAnother')}
              </Menu.Item>
              {offer !== null && (
                <Menu.Item
                  leftSection={<IconArrowBackUp size={16} aria-hidden />}
                  onClick={() => openCancelOfferDialog(licence)}
                >
                  {t('library.menu.takeBack')}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconGift size={16} aria-hidden />}
                onClick={() => openGiveDialog(licence)}
              >
                {t('library.menu.give')}
              </Menu.Item>
            </>
          ) : (
            <Menu.Label>{t('library.menu.stays')}</Menu.Label>
          )}
          {licence.decision === 'accepted' && (
            <>
              <Menu.Divider />
              <Menu.Item
                leftSection={<IconBookOff size={16} aria-hidden />}
                onClick={() => decline.mutate(undefined, { onError: notifyProblem })}
              >
                {t('library.menu.remove')}
              </Menu.Item>
            </>
          )}
        </>
      )}
    </RowMenu>
  );
}
