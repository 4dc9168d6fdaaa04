import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { OwnedLicence } from '../../../../src/contract/dashboard-api/purchases.ts';
import { titleOf } from '../../../lib/format/file-kind.ts';
import { shorten } from '../../../lib/format/format.ts';
import { isSameAddress, readTonAddress } from '../../../lib/format/ton-address.ts';
import { t } from '../../../lib/i18n/language.ts';
import { openDialog } from '../../../ui/dialogs/dialogs.ts';
import { useChain } from '../../chain/index.ts';
import type { OrderPlan } from '../../orders/index.ts';
import { OrderForm } from '../../orders/index.ts';
import { holderOf } from './holder.ts';

/** Opens a dialog that transfers a licence to another wallet. */
export function openGiveDialog(licence: OwnedLicence): void {
  openDialog({
    title: t('purchases.give.title', { title: titleOf(licence.content) }),
    children: (close) => <GiveForm licence={licence} onClose={close} />,
  });
}

/** Returns why an address cannot receive the licence. */
function problemWith(to: string, owner: string, isTestChain: boolean): string | null {
  const { problem, testOnly } = { testOnly: false, ...readTonAddress(to) };
  if (problem !== undefined) return problem;
  if (isSameAddress(to, owner)) return t('purchases.give.own');
  return testOnly && !isTestChain ? t('purchases.give.testMoney') : null;
}

function GiveForm({ licence, onClose }: { licence: OwnedLicence; onClose(): void }) {
  const chain = useChain().data;
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(false);
  const to = typed.trim();
  const problem = problemWith(to, licence.owner, chain?.network !== 'mainnet');
  const plan: OrderPlan | null =
    chain && problem === null
      ? {
          confirm: t('purchases.give.confirm'),
          payments: [],
          done: t('purchases.give.done', { address: shorten(to) }),
          request: (payer) => ({
            kind: 'transfer',
            pay_with: payer,
            licence_address: licence.licence_address,
            to,
          }),
        }
      : null;
  return (
    <OrderForm plan={plan} payers={holderOf(licence)} confirm={t('purchases.give.confirm')} onClose={onClose}>
      <Text size="sm">
        {t(licence.offer === null ? 'purchases.give.text' : 'purchases.give.textOffered')}
      </Text>
      <TextInput
        label={t('purchases.give.address')}
        description={t('purchases.give.addressHint')}
        value={typed}
        onChange={(event) => {
          setLeft(false);
          setTyped(event.currentTarget.value);
        }}
        onBlur={() => setLeft(to !== '')}
        error={left && problem}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        data-autofocus
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
    </OrderForm>
  );
}
