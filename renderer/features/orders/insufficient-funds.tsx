import { Alert, Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { useIncomingMoney } from '../chain/index.ts';
import { walletName } from './order-labels.ts';
import type { OrderFunds } from './order-plan.ts';
import { useFaucet } from './order-queries.ts';

/** Amount of test money, in nanograms, that is enough for several purchases. */
const testMoneyAmount = 10_000_000_000n;

/** Shows the missing amount of a wallet, and how to add money. */
export function InsufficientFunds({ funds, hasFaucet }: { funds: OrderFunds; hasFaucet: boolean }) {
  const faucet = useFaucet();
  const { wallet, missing } = funds;
  useIncomingMoney(missing > 0n && !hasFaucet);
  const amount = String(missing + testMoneyAmount);
  // Used for the notification, because the pressed button and its status disappear.
  const got = faucet.isSuccess && {
    amount: amountText(faucet.variables.amount),
    wallet: walletName(wallet),
  };
  if (missing === 0n) {
    return <VisuallyHidden role="status">{got && t('wallet.faucet.done', got)}</VisuallyHidden>;
  }
  const isOwn = wallet.payer !== 'wallet';
  return (
    <Alert color="yellow" title={t('chain.tooLittle.title', { amount: amountText(missing) })}>
      <Stack gap="xs" align="flex-start">
        {hasFaucet && (
          <>
            <Text size="sm">{t('chain.tooLittle.free')}</Text>
            <Button
              size="xs"
              variant="default"
              loading={faucet.isPending}
              onClick={() => faucet.mutate({ payer: wallet.payer, amount })}
            >
              {t('chain.tooLittle.get')}
            </Button>
          </>
        )}
        {!hasFaucet && (
          <>
            <Text size="sm">
              {isOwn
                ? t('chain.tooLittle.send')
                : t('chain.tooLittle.fillUp', { wallet: walletName(wallet) })}
            </Text>
            <CopyableValue value={wallet.address} valueName={t('chain.tooLittle.address')} />
          </>
        )}
        {faucet.isError && <ProblemAlert error={faucet.error} onClose={faucet.reset} />}
      </Stack>
    </Alert>
  );
}
