import { Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import type { OwnedLicence } from '../../../src/contract/local-chain.ts';
import { OrderForm } from '../../components/chain/order-form.tsx';
import type { OrderPlan } from '../../components/chain/order-plan.ts';
import { useChain } from '../../lib/chain-queries.ts';
import { openDialog } from '../../lib/dialogs.ts';
import { shorten } from '../../lib/format.ts';
import { itemTitle } from '../../lib/market-words.ts';
import { holderOf } from './holder.ts';

/** Asks to whom a licence is to be given. */
export function openGiveDialog(licence: OwnedLicence): void {
  const id = openDialog({
    title: `Give to someone: ${itemTitle(licence.content)}`,
    children: <GiveForm licence={licence} onClose={() => modals.close(id)} />,
  });
}

/** Whether it has the form of an address; whether it is one, the node checks. */
const hasForm = (text: string): boolean => /^([\w+/-]{48}|0:[0-9a-f]{64})$/i.test(text);

function GiveForm({ licence, onClose }: { licence: OwnedLicence; onClose(): void }) {
  const chain = useChain().data;
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(false);
  const to = typed.trim();
  const plan: OrderPlan | null =
    chain && hasForm(to)
      ? {
          confirm: 'Give away',
          payments: [],
          fees: BigInt(chain.costs.transfer),
          done: `It belongs to ${shorten(to)} now.`,
          payers: holderOf(licence),
          request: (payer) => ({
            kind: 'transfer',
            pay_with: payer,
            licence_address: licence.licence_address,
            to,
          }),
        }
      : null;
  return (
    <OrderForm plan={plan} confirm="Give away" onClose={onClose}>
      <Text size="sm">
        The licence then belongs to that wallet, and you can no longer use it. This cannot be taken back, and
        nobody pays you for it.
        {licence.offer !== null && ' Your offer ends with it.'}
      </Text>
      <TextInput
        label="Address of the wallet"
        description="Ask who is to get it: every wallet app shows its address"
        value={typed}
        onChange={(event) => {
          setLeft(false);
          setTyped(event.currentTarget.value);
        }}
        onBlur={() => setLeft(to !== '')}
        error={left && !hasForm(to) && 'This is not an address: copy it whole, it has 48 characters'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        data-autofocus
        ff="monospace"
      />
    </OrderForm>
  );
}
