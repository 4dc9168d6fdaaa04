import { Text } from '@mantine/core';
import type { SignInState } from '../../../src/contract/endpoints/local-sign-in.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { ConnectWallet } from './connect-wallet.tsx';
import { LinkedWallets } from './linked-wallets.tsx';
import { OwnerTelegram } from './owner-telegram.tsx';
import { UnreachableManifest } from './unreachable-manifest.tsx';

/** The wallets of the person who owns the node, and how one is added. */
export function OwnerWalletCard({ state }: { state: SignInState }) {
  const { owner, manifest } = state;
  return (
    <SectionCard title="Your wallet">
      <Text size="sm" maw="46rem">
        A wallet is an app that holds your key to the TON blockchain. When yours is linked, a web app knows
        you as the owner of this node. Linking costs nothing and moves no money: the wallet only signs that it
        is yours. You need none to store and share files.
      </Text>
      {owner.telegram !== null && <OwnerTelegram name={owner.telegram} />}
      <LinkedWallets wallets={owner.wallets} />
      {!manifest.reachable && <UnreachableManifest url={manifest.url} />}
      <ConnectWallet state={state} />
    </SectionCard>
  );
}
