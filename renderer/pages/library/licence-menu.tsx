import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconExternalLink, IconGift, IconTag } from '@tabler/icons-react';
import type { OwnedLicence } from '../../../src/contract/local-chain.ts';
import { openContent } from '../../lib/content-actions.ts';
import { itemTitle } from '../../lib/market-words.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { openGiveDialog } from './give-dialog.tsx';
import { openOfferDialog, openTakeBackDialog } from './offer-dialogs.tsx';

/** What can be done with a licence. */
export function LicenceMenu({ licence }: { licence: OwnedLicence }) {
  const { kind, content, offer } = licence;
  const { content_url: url } = content;
  return (
    <Menu width={240}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${itemTitle(content)}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconExternalLink size={16} aria-hidden />}
          disabled={url === null}
          onClick={() => url !== null && openContent({ content_url: url }).catch(notifyProblem)}
        >
          {url === null ? 'Open: the file is not here' : 'Open'}
        </Menu.Item>
        {kind === 'resale' ? (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconTag size={16} aria-hidden />}
              onClick={() => openOfferDialog(licence)}
            >
              {offer === null ? 'Offer for sale…' : 'Ask another price…'}
            </Menu.Item>
            {offer !== null && (
              <Menu.Item
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => openTakeBackDialog(licence)}
              >
                Take the offer back…
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconGift size={16} aria-hidden />}
              onClick={() => openGiveDialog(licence)}
            >
              Give to someone…
            </Menu.Item>
          </>
        ) : (
          <Menu.Label>It stays with this wallet, and cannot be sold on.</Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
