import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { LocalWallet } from '../../../src/contract/local-chain.ts';
import { useFaucet } from '../../lib/chain-queries.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { walletName } from '../../lib/order-words.ts';
import { tonWords } from '../../lib/ton.ts';

/** In nanoTON: enough to publish and buy for a while. */
const portion = '10000000000';

/** Gets test money, which costs nothing and is worth nothing. */
export function FaucetButton({ wallet }: { wallet: LocalWallet }) {
  const faucet = useFaucet();
  const name = walletName(wallet);
  const get = () =>
    faucet.mutate(
      { payer: wallet.payer, amount: portion },
      {
        onSuccess: () =>
          notifications.show({ color: 'green', message: `${tonWords(portion)} of test money for ${name}.` }),
        onError: notifyProblem,
      },
    );
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Get ${tonWords(portion)} of test money: ${name}`}
      loading={faucet.isPending}
      onClick={get}
    >
      Get {tonWords(portion)} of test money
    </Button>
  );
}
