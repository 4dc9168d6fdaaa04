import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { ChainState, LocalWallet } from '../../../src/contract/dashboard-api/chain.ts';
import { amountText, typableTon } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { TonField } from '../../ui/forms/ton-field.tsx';
import { useChain } from '../chain/index.ts';
import type { OrderPlan } from '../orders/index.ts';
import { OrderForm, walletName } from '../orders/index.ts';
import { amountProblem, recipientProblem, type Sender, type SendInput, withdrawalOf } from './sending.ts';

/** Opens a dialog that sends money from a wallet of this node. */
export function openSendDialog(wallet: LocalWallet): void {
  openDialog({
    title: t('wallet.send.title', { wallet: walletName(wallet) }),
    size: 'lg',
    children: (close) => <SendForm opened={wallet} onClose={close} />,
  });
}

function SendForm({ opened, onClose }: { opened: LocalWallet; onClose(): void }) {
  const [sending, setSending] = useState<SendInput>({ to: '', amount: '', comment: '' });
  const [toLeft, setToLeft] = useState(false);
  const chain = useChain().data;
  const set = (part: Partial<SendInput>) => setSending((before) => ({ ...before, ...part }));
  const wallet = chain?.wallets.find(({ payer }) => payer === opened.payer) ?? opened;
  const sender: Sender = { ...wallet, isTestChain: chain?.network !== 'mainnet' };
  const wrongTo = recipientProblem(sending.to, sender);
  return (
    <OrderForm
      plan={planOf(sending, sender, wallet, chain)}
      payers={[wallet.payer]}
      confirm={t('wallet.send.confirm')}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label={t('wallet.send.to')}
          description={t('wallet.send.toDescription')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={sending.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
          onBlur={() => setToLeft(sending.to !== '')}
          error={toLeft && wrongTo}
        />
        <AmountField sender={sender} typed={sending.amount} onChange={(amount) => set({ amount })} />
        <TextInput
          label={t('wallet.send.comment')}
          description={t('wallet.send.commentDescription')}
          maxLength={120}
          value={sending.comment}
          onChange={(event) => set({ comment: event.currentTarget.value })}
        />
        <Text size="sm">
          {sending.amount !== '' && withdrawalOf(sending, sender) && (
            <>
              <Trans
                i18nKey="wallet.send.gets"
                values={{ address: sending.to.trim() }}
                components={{ strong: <strong style={{ overflowWrap: 'anywhere' }} /> }}
              />{' '}
            </>
          )}
          {t('wallet.send.final')}
        </Text>
      </Stack>
    </OrderForm>
  );
}

interface AmountFieldProps {
  sender: Sender;
  typed: string;
  onChange(amount: string): void;
}

function AmountField({ sender, typed, onChange }: AmountFieldProps) {
  const { balance } = sender;
  return (
    <Group align="flex-end" gap="sm">
      <Stack flex={1}>
        <TonField
          label={t('wallet.send.amount')}
          typed={typed}
          onChange={onChange}
          check={(nano) => amountProblem(nano, sender)}
        />
      </Stack>
      {balance !== null && balance !== '0' && (
        <Button variant="default" onClick={() => onChange(typableTon(balance))}>
          {t('wallet.send.all')}
        </Button>
      )}
    </Group>
  );
}

/** Returns the plan of a payment. If the whole balance is sent, it includes the network fees. */
function planOf(
  sending: SendInput,
  sender: Sender,
  { balance }: LocalWallet,
  chain: ChainState | undefined,
): OrderPlan | null {
  const asked = withdrawalOf(sending, sender);
  if (asked === null || chain === undefined) return null;
  const isAll = asked.amount === balance;
  return {
    confirm: isAll
      ? t('wallet.send.confirmAll')
      : t('wallet.send.confirmAmount', { amount: amountText(asked.amount) }),
    payments: [
      {
        to: isAll ? t('wallet.send.toAddressLessFees') : t('wallet.send.toAddress'),
        nano: BigInt(asked.amount),
      },
    ],
    done: t('wallet.send.done'),
    request: (payWith) => ({ kind: 'withdraw', pay_with: payWith, ...asked }),
  };
}
