import { Alert, Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { walletName } from './order-labels.ts';
import type { Funds } from './order-plan.ts';
import { useFaucet } from './order-queries.ts';

/** Of test money, as much as is good for a while. */
const generous = 10_000_000_000n;

/** How much a wallet lacks, and where to get it. */
export function InsufficientFunds({ purse, hasFaucet }: { purse: Funds; hasFaucet: boolean }) {
  const faucet = useFaucet();
  const { wallet, missing } = purse;
  const amount = String(missing + generous);
  // The button that was pressed goes, and with it all that was seen of it.
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
            <CopyableValue value={wallet.address} what={t('chain.tooLittle.address')} />
          </>
        )}
        {faucet.isError && <ProblemAlert error={faucet.error} onClose={faucet.reset} />}
      </Stack>
    </Alert>
  );
}
