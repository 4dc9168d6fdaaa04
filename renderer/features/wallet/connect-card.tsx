import { Text } from '@mantine/core';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { ConnectWallet, LinkedWallets, UnreachableManifest, useSignIn } from '../auth/index.ts';

/** Connects the owner's wallet app by QR code or link. */
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
  if (!state) return <Loading height={90} label={t('wallet.connect.loading')} />;
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
