import { Anchor, Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import type { WalletConnection } from '../../../src/contract/endpoints/local-sign-in.ts';
import { QrCode } from '../../components/qr-code.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';
import { shell } from '../../lib/shell.ts';
import { useCopy } from '../../lib/use-copy.ts';

interface PendingConnectionProps {
  connection: WalletConnection;
  /** What the wallet app is called. */
  appName: string;
}

/** The code to scan while the wallet's answer is awaited. */
export function PendingConnection({ connection, appName }: PendingConnectionProps) {
  const { connection_link: link, expires_at: expiresAt } = connection;
  const copy = useCopy();
  const cancel = useChange('sign_in', (node) => node.cancelConnection());
  return (
    <Group align="flex-start" gap="lg">
      <QrCode value={link} title="Code for your wallet app" />
      <Stack gap="sm" flex="1 1 16rem">
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>Open {appName} on your phone.</List.Item>
          <List.Item>Scan this code with it.</List.Item>
          <List.Item>Confirm there that you want to connect.</List.Item>
        </List>
        <Text size="sm">
          Is the wallet on this computer? {shell ? 'Copy the link and open it there.' : 'Open the link.'}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => copy(link, 'Link copied.')}>
            Copy link
          </Button>
          {!shell && /^(https|tc):/.test(link) && (
            <Anchor href={link} target="_blank" rel="noopener noreferrer" size="sm">
              Open {appName}
            </Anchor>
          )}
        </Group>
        <Group gap="xs" role="status">
          <Loader size={14} aria-hidden />
          <Text size="sm" c="dimmed">
            Waiting for your wallet
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          The code expires <RelativeTime at={expiresAt} side="future" />.
        </Text>
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onError: notifyProblem })}
        >
          Cancel
        </Button>
      </Stack>
    </Group>
  );
}
