import { Button, Group, Stack, Text } from '@mantine/core';
import type { ChainState, LocalWallet } from '../../../src/contract/dashboard-api/chain.ts';
import { tonParts } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { walletName } from '../orders/index.ts';
import { FaucetButton } from './faucet-button.tsx';
import { openRecoveryDialog } from './mnemonic-dialog.tsx';
import { openReceiveDialog } from './receive-dialog.tsx';
import { openSendDialog } from './send-dialog.tsx';

/** Shows a wallet: balance and actions. */
export function WalletCard({ wallet, chain }: { wallet: LocalWallet; chain: ChainState }) {
  const { payer, address, balance } = wallet;
  const name = walletName(wallet);
  const isOwn = payer !== 'wallet';
  return (
    <SectionCard title={name}>
      <Text size="sm">{t(`wallet.card.purposes.${payer}`)}</Text>
      <Stack gap={2}>
        <Text
          fz={balance === null ? 'lg' : { base: 22, xs: 28 }}
          lh={1.2}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {balance === null ? t('wallet.card.notKnown') : <Balance nano={balance} />}
        </Text>
        {balance === null && <SmallNote>{t('wallet.card.notAsked')}</SmallNote>}
        <CopyableValue value={address} what={t('wallet.card.addressWhat', { name })} short />
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={t('wallet.card.receiveLabel', { name })}
          onClick={() => openReceiveDialog(wallet, chain)}
        >
          {t('wallet.card.receive')}
        </Button>
        {isOwn && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('wallet.card.sendLabel', { name })}
            onClick={() => openSendDialog(wallet)}
          >
            {t('wallet.card.send')}
          </Button>
        )}
        {chain.has_faucet && <FaucetButton wallet={wallet} />}
        {payer === 'service_wallet' && (
          <Button size="xs" variant="default" onClick={openRecoveryDialog}>
            {t('wallet.card.recoveryWords')}
          </Button>
        )}
      </Group>
    </SectionCard>
  );
}

/** Shows an exact balance that emphasises the whole TON. */
function Balance({ nano }: { nano: string }) {
  const { whole, point, fraction } = tonParts(nano);
  return (
    <bdi>
      {whole}
      {fraction !== '' && (
        <Text span inherit fz="0.65em" c="dimmed">
          {point + fraction}
        </Text>
      )}{' '}
      TON
    </bdi>
  );
}
