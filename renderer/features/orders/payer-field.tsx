import { Radio, Stack, Text } from '@mantine/core';
import type { LocalWallet, Payer } from '../../../src/contract/dashboard-api/chain.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { walletName } from './order-labels.ts';

interface PayerFieldProps {
  /** At least one. */
  wallets: LocalWallet[];
  chosen: LocalWallet;
  onChange(payer: Payer): void;
}

/** Selects the wallet that pays; only shows its name where there is one. */
export function PayerField({ wallets, chosen, onChange }: PayerFieldProps) {
  if (wallets.length === 1) {
    return (
      <Text size="sm">
        {t('chain.payer.from', { wallet: walletName(chosen), balance: balanceLabel(chosen) })}
      </Text>
    );
  }
  return (
    <Radio.Group
      label={t('chain.payer.question')}
      value={chosen.payer}
      onChange={(value) => onChange(value as Payer)}
    >
      <Stack gap="xs" mt="xs">
        {wallets.map((wallet) => (
          <Radio
            key={wallet.payer}
            value={wallet.payer}
            label={walletName(wallet)}
            description={balanceLabel(wallet)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

const balanceLabel = ({ balance }: LocalWallet): string =>
  balance === null ? t('chain.payer.unknown') : t('chain.payer.balance', { amount: amountText(balance) });
