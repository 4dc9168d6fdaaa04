import { Alert, Code, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { SignInState } from '../../../src/contract/endpoints/local-sign-in.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { ConnectWallet } from './connect-wallet.tsx';
import { LinkedWallets } from './linked-wallets.tsx';
import { OwnerTelegram } from './owner-telegram.tsx';

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

/** Wallets read who is asking from the public internet, where a node on loopback has no address. */
function UnreachableManifest({ url }: { url: string }) {
  return (
    <Alert
      role="note"
      color="yellow"
      icon={<IconInfoCircle aria-hidden />}
      title="Wallet apps cannot look up your node"
    >
      <Text size="sm">
        Before it connects, a wallet reads a small document about the app that asks. Yours is at{' '}
        <Code style={{ overflowWrap: 'anywhere' }}>{url}</Code>, which only this computer can reach, so most
        wallets will refuse. To show them one that they can reach, set <Code>sign_in.manifest_url</Code> to
        that of a public node you trust, for instance{' '}
        <Code style={{ overflowWrap: 'anywhere' }}>
          https://node.example.org/api/tonconnect-manifest.json
        </Code>
        , and start Alcove again.
      </Text>
    </Alert>
  );
}
