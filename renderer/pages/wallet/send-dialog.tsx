import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { ChainState, LocalWallet } from '../../../src/contract/local-chain.ts';
import { OrderForm } from '../../components/chain/order-form.tsx';
import type { OrderPlan } from '../../components/chain/order-plan.ts';
import { TonField } from '../../components/chain/ton-field.tsx';
import { useChain } from '../../lib/chain-queries.ts';
import { openDialog } from '../../lib/dialogs.ts';
import { walletName } from '../../lib/order-words.ts';
import { tonWords, typableTon } from '../../lib/ton.ts';
import { amountProblem, recipientProblem, type Sender, type Sending, withdrawalOf } from './sending.ts';

/** Takes money out of a wallet of this node. */
export function openSendDialog(wallet: LocalWallet): void {
  const modalId = openDialog({
    title: `Send from: ${walletName(wallet)}`,
    size: 'lg',
    children: <SendForm opened={wallet} onClose={() => modals.close(modalId)} />,
  });
}

function SendForm({ opened, onClose }: { opened: LocalWallet; onClose(): void }) {
  const [sending, setSending] = useState<Sending>({ to: '', amount: '', comment: '' });
  const [toLeft, setToLeft] = useState(false);
  const chain = useChain().data;
  const set = (part: Partial<Sending>) => setSending((before) => ({ ...before, ...part }));
  const wallet = chain?.wallets.find(({ payer }) => payer === opened.payer) ?? opened;
  const sender: Sender = { ...wallet, isTestChain: chain?.network !== 'mainnet' };
  const wrongTo = recipientProblem(sending.to, sender);
  return (
    <OrderForm
      plan={planOf(sending, sender, wallet, chain)}
      payers={[wallet.payer]}
      confirm="Send"
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label="To"
          description="The address of a wallet"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={sending.to}
          onChange={(event) => set({ to: event.currentTarget.value })}
          onBlur={() => setToLeft(sending.to !== '')}
          error={toLeft && wrongTo}
        />
        <Group align="flex-end" gap="sm">
          <Stack flex={1}>
            <TonField
              label="Amount"
              typed={sending.amount}
              onChange={(amount) => set({ amount })}
              check={(nano) => amountProblem(nano, sender)}
            />
          </Stack>
          {wallet.balance !== null && wallet.balance !== '0' && (
            <Button variant="default" onClick={() => set({ amount: typableTon(wallet.balance ?? '0') })}>
              All of it
            </Button>
          )}
        </Group>
        <TextInput
          label="Comment"
          description="Everybody can read it. Exchanges ask for one, to know whose money it is"
          maxLength={120}
          value={sending.comment}
          onChange={(event) => set({ comment: event.currentTarget.value })}
        />
        <Text size="sm">
          {sending.amount !== '' && withdrawalOf(sending, sender) && (
            <>
              <strong style={{ overflowWrap: 'anywhere' }}>{sending.to.trim()}</strong> gets the money.{' '}
            </>
          )}
          What is sent cannot be taken back: compare the address with where you have it from.
        </Text>
      </Stack>
    </OrderForm>
  );
}

/** The fees of the chain are part of what is sent where all is sent. */
function planOf(
  sending: Sending,
  sender: Sender,
  { balance }: LocalWallet,
  chain: ChainState | undefined,
): OrderPlan | null {
  const asked = withdrawalOf(sending, sender);
  if (asked === null || chain === undefined) return null;
  const isAll = asked.amount === balance;
  return {
    confirm: isAll ? 'Send all of it' : `Send ${tonWords(asked.amount)}`,
    payments: [
      {
        to: isAll ? 'To that address, less the fees of the chain' : 'To that address',
        nano: BigInt(asked.amount),
      },
    ],
    done: 'The money was sent to that address.',
    request: (payWith) => ({ kind: 'withdraw', pay_with: payWith, ...asked }),
  };
}
