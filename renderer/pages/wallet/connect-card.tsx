import { Skeleton, Text } from '@mantine/core';
import type { ChainState } from '../../../src/contract/local-chain.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useSignIn } from '../../lib/queries.ts';
import { ConnectWallet } from '../people/connect-wallet.tsx';
import { LinkedWallets } from '../people/linked-wallets.tsx';
import { UnreachableManifest } from '../people/unreachable-manifest.tsx';

/** Connects the owner's wallet app, by code or link. */
export function ConnectCard({ network }: Pick<ChainState, 'network'>) {
  return (
    <SectionCard title="Your wallet app">
      {network === 'embedded' ? (
        <Text size="sm" maw="46rem">
          The practice chain is on this computer only, and wallet apps cannot see it: the practice wallet
          stands for yours. On TON itself, you connect yours here.
        </Text>
      ) : (
        <Connect isTest={network === 'testnet'} />
      )}
    </SectionCard>
  );
}

function Connect({ isTest }: { isTest: boolean }) {
  const { data: state, error, refetch } = useSignIn();
  if (error && !state) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  if (!state)
    return <Skeleton height={90} role="status" aria-busy="true" aria-label="Loading your wallets" />;
  return (
    <>
      <Text size="sm" maw="46rem">
        Connect the wallet that you have on your phone or computer, to publish and buy with it. It shows you
        every payment and asks you first; this node never gets its keys.
        {isTest && ' Switch the wallet to the test network before.'}
      </Text>
      <LinkedWallets wallets={state.owner.wallets} />
      {!state.manifest.reachable && <UnreachableManifest url={state.manifest.url} />}
      <ConnectWallet state={state} />
    </>
  );
}
