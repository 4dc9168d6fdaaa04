import { Skeleton, Text } from '@mantine/core';
import type { ChainState } from '../../../src/contract/local-chain.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { t } from '../../lib/language.ts';
import { useSignIn } from '../../lib/queries.ts';
import { ConnectWallet } from '../people/connect-wallet.tsx';
import { LinkedWallets } from '../people/linked-wallets.tsx';
import { UnreachableManifest } from '../people/unreachable-manifest.tsx';

/** Connects the owner's wallet app, by code or link. */
export function ConnectCard({ network }: Pick<ChainState, 'network'>) {
  return (
    <SectionCard title={t('wallet.connect.title')}>
      {network === 'embedded' ? (
        <Text size="sm" maw="46rem">
          {t('wallet.connect.practice')}
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
    return <Skeleton height={90} role="status" aria-busy="true" aria-label={t('wallet.connect.loading')} />;
  return (
    <>
      <Text size="sm" maw="46rem">
        {isTest ? t('wallet.connect.test') : t('wallet.connect.text')}
      </Text>
      <LinkedWallets wallets={state.owner.wallets} />
      {!state.manifest.reachable && <UnreachableManifest url={state.manifest.url} />}
      <ConnectWallet state={state} />
    </>
  );
}
