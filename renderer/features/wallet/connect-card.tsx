import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { ConnectWallet, LinkedWallets, UnreachableManifest, useSignIn } from '../auth/index.ts';

/** Connects the owner's wallet app by QR code or link. */
export function ConnectCard({ network }: Pick<ChainState, 'network'>) {
  return (
    <SectionCard title={t('wallet.connect.title')}>
      {network === 'embedded' ? (
        <Intro>{t('wallet.connect.practice')}</Intro>
      ) : (
        <Connect isTest={network === 'testnet'} />
      )}
    </SectionCard>
  );
}

function Connect({ isTest }: { isTest: boolean }) {
  return (
    <QueryState query={useSignIn()} height={90} loading={t('wallet.connect.loading')}>
      {(state) => (
        <>
          <Intro>{isTest ? t('wallet.connect.test') : t('wallet.connect.text')}</Intro>
          <LinkedWallets wallets={state.owner.wallets} />
          {!state.manifest.reachable && <UnreachableManifest url={state.manifest.url} />}
          <ConnectWallet state={state} />
        </>
      )}
    </QueryState>
  );
}
