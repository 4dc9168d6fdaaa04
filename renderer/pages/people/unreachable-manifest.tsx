import { Alert, Code, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

/** Wallets read who is asking from the public internet, where a node on loopback has no address. */
export function UnreachableManifest({ url }: { url: string }) {
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
