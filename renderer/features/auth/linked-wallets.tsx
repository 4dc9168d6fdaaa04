import { Group, Stack } from '@mantine/core';
import { deleteOwnerWallet, type SignInState } from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { formatDateTime, shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { SmallNote } from '../../ui/values/texts.ts';

type Wallet = SignInState['owner']['wallets'][number];

export function LinkedWallets({ wallets }: { wallets: Wallet[] }) {
  if (wallets.length === 0) return null;
  return (
    <BareList gap="sm" aria-label={t('auth.linked.label')}>
      {wallets.map((wallet) => (
        <li key={wallet.address}>
          <LinkedWallet wallet={wallet} />
        </li>
      ))}
    </BareList>
  );
}

function LinkedWallet({ wallet: { address, version, linked_at } }: { wallet: Wallet }) {
  const unlink = useChange('sign_in', (node) => node.call(deleteOwnerWallet, { query: { address } }));
  const question = {
    title: t('auth.linked.ask.title'),
    text: t('auth.linked.ask.text', { address }),
    confirm: t('auth.linked.ask.confirm'),
    danger: true,
  };
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={0} miw={0}>
        <CopyableValue value={address} valueName={t('auth.linked.what')} short />
        <SmallNote>{t('auth.linked.line', { version, time: formatDateTime(linked_at) })}</SmallNote>
      </Stack>
      <ChangeButton
        change={unlink}
        question={question}
        aria-label={t('auth.linked.unlinkWallet', { address: shorten(address) })}
      >
        {t('auth.linked.unlink')}
      </ChangeButton>
    </Group>
  );
}
