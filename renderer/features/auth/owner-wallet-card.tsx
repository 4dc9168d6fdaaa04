import type { SignInState } from '../../../src/contract/dashboard-api/auth.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { ConnectWallet } from './connect-wallet.tsx';
import { LinkedWallets } from './linked-wallets.tsx';
import { OwnerTelegram } from './owner-telegram.tsx';
import { UnreachableManifest } from './unreachable-manifest.tsx';

/** Lists the owner's wallets and connects new ones. */
export function OwnerWalletCard({ state }: { state: SignInState }) {
  const { owner, manifest } = state;
  return (
    <SectionCard title={t('people.owner.title')}>
      <Intro>{t('people.owner.text')}</Intro>
      {owner.telegram !== null && <OwnerTelegram name={owner.telegram} />}
      <LinkedWallets wallets={owner.wallets} />
      {!manifest.reachable && <UnreachableManifest url={manifest.url} />}
      <ConnectWallet state={state} />
    </SectionCard>
  );
}
