import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { coin } from '../../../src/contract/coin.ts';
import type { ChainState, LocalWallet } from '../../../src/contract/dashboard-api/chain.ts';
import { amountText, roundedParts } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { OpenPracticeWallet } from '../../ui/navigation/open-practice-wallet.tsx';
import { Approximate } from '../../ui/values/approximate.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { Money } from '../../ui/values/money.tsx';
import { QrCode } from '../../ui/values/qr-code.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { useFaucet, walletName } from '../orders/index.ts';
import { openRecoveryDialog } from './mnemonic-dialog.tsx';
import { openSendDialog } from './send-dialog.tsx';

interface WalletCardProps {
  wallet: LocalWallet;
  chain: ChainState;
}

export function WalletCard({ wallet, chain }: WalletCardProps) {
  return (
    <SectionCard title={walletName(wallet)}>
      <WalletFacts wallet={wallet} chain={chain} />
    </SectionCard>
  );
}

/** Shows only the balance of a wallet that is rarely needed; a button shows its details. */
export function FoldedWalletCard({ wallet, chain }: WalletCardProps) {
  const [isOpen, setOpen] = useState(false);
  const { balance } = wallet;
  const name = walletName(wallet);
  const text = t(isOpen ? 'common.showFewer' : 'common.showMore');
  const aside = (
    <Group gap="sm">
      {!isOpen && (
        <Text size="sm" fw={600}>
          {balance === null ? t('wallet.card.notKnown') : <Money nano={balance} />}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        aria-label={t('common.labelled', { label: text, value: name })}
        onClick={() => setOpen(!isOpen)}
      >
        {text}
      </Button>
    </Group>
  );
  return (
    <SectionCard title={name} aside={aside}>
      {isOpen && <WalletFacts wallet={wallet} chain={chain} />}
    </SectionCard>
  );
}

function WalletFacts({ wallet, chain }: WalletCardProps) {
  const { payer, address, balance, page_url: page } = wallet;
  const name = walletName(wallet);
  const isOwn = payer !== 'wallet';
  return (
    <>
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
        {balance !== null && <Approximate nano={balance} />}
        {balance === null && <SmallNote>{t('wallet.card.notAsked')}</SmallNote>}
        <CopyableValue value={address} valueName={t('wallet.card.addressWhat', { name })} short />
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
        {page !== null && <OpenPracticeWallet url={page} variant="default" size="xs" />}
        {chain.has_faucet && <FaucetButton wallet={wallet} />}
        {payer === 'service_wallet' && (
          <Button size="xs" variant="default" onClick={openRecoveryDialog}>
            {t('wallet.card.recoveryWords')}
          </Button>
        )}
      </Group>
    </>
  );
}

function Balance({ nano }: { nano: string }) {
  const { whole, point, fraction } = roundedParts(nano);
  return (
    <bdi title={amountText(nano)}>
      {whole}
      {fraction !== '' && (
        <Text span inherit fz="0.65em" c="dimmed">
          {point + fraction}
        </Text>
      )}{' '}
      {coin}
    </bdi>
  );
}

function openReceiveDialog(wallet: LocalWallet, { network }: Pick<ChainState, 'network'>): void {
  const { address } = wallet;
  openDialog({
    title: t('wallet.receive.title', { wallet: walletName(wallet) }),
    children: () => (
      <Stack gap="md" align="center">
        <QrCode value={`ton://transfer/${address}`} title={t('wallet.receive.code')} />
        <CopyableValue value={address} valueName={t('peers.what.address')} />
        {network !== 'off' && <Text size="sm">{t(`wallet.receive.advice.${network}`)}</Text>}
      </Stack>
    ),
  });
}

/** Amount of test money in nanograms, enough for several sales and purchases. */
const portion = '10000000000';

/** Requests test money, which has no value. */
function FaucetButton({ wallet }: { wallet: LocalWallet }) {
  const faucet = useFaucet();
  const words = { amount: amountText(portion), wallet: walletName(wallet) };
  const get = () =>
    faucet.mutate(
      { payer: wallet.payer, amount: portion },
      {
        onSuccess: () => notifications.show({ color: 'green', message: t('wallet.faucet.done', words) }),
        onError: notifyProblem,
      },
    );
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('wallet.faucet.getLabel', words)}
      loading={faucet.isPending}
      onClick={get}
    >
      {t('wallet.faucet.get', words)}
    </Button>
  );
}
