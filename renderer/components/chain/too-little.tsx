import { Alert, Button, Stack, Text } from '@mantine/core';
import { useFaucet } from '../../lib/chain-queries.ts';
import { walletName } from '../../lib/order-words.ts';
import { tonWords } from '../../lib/ton.ts';
import { CopyableValue } from '../copyable-value.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import type { Purse } from './order-plan.ts';

/** Of test money, as much as is good for a while. */
const generous = 10_000_000_000n;

/** How much a wallet lacks, and where to get it. */
export function TooLittle({ purse, hasFaucet }: { purse: Purse; hasFaucet: boolean }) {
  const faucet = useFaucet();
  const { wallet, missing } = purse;
  if (missing === 0n) return null;
  const isOwn = wallet.payer !== 'wallet';
  return (
    <Alert color="yellow" title={`${tonWords(missing)} too little`}>
      <Stack gap="xs" align="flex-start">
        {hasFaucet && (
          <>
            <Text size="sm">Test money costs nothing.</Text>
            <Button
              size="xs"
              variant="default"
              loading={faucet.isPending}
              onClick={() => faucet.mutate({ payer: wallet.payer, amount: String(missing + generous) })}
            >
              Get test money
            </Button>
          </>
        )}
        {!hasFaucet && (
          <>
            <Text size="sm">
              {isOwn
                ? 'Send at least so much to this address, from any wallet app or exchange:'
                : `Fill up ${walletName(wallet)}; its address is:`}
            </Text>
            <CopyableValue value={wallet.address} what="the address of the wallet" />
          </>
        )}
        {faucet.isError && <ProblemAlert error={faucet.error} onClose={faucet.reset} />}
      </Stack>
    </Alert>
  );
}
