import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { LocalWallet } from '../../../src/contract/dashboard-api/chain.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { useFaucet, walletName } from '../orders/index.ts';

/** In nanoTON: enough to sell and buy for a while. */
const portion = '10000000000';

/** Requests test money, which has no value. */
export function FaucetButton({ wallet }: { wallet: LocalWallet }) {
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
