import { Alert, Button, Group, Select, Stack } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import {
  postOwnerConnection,
  type SignInState,
  type WalletConnection,
} from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { useNow } from '../../lib/now.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ListMessage } from '../../ui/forms/list-message.tsx';
import { PendingConnection } from './pending-connection.tsx';

/** Connects a wallet of the owner by QR code or link, and shows the result. */
export function ConnectWallet({ state: { wallet_apps: apps, connection } }: { state: SignInState }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const connect = useChange('sign_in', (node, app: string | null) =>
    node.call(postOwnerConnection, { body: app === null ? {} : { wallet_app_name: app } }),
  );
  const now = useNow();
  const expired = connection !== null && Date.parse(connection.expires_at) <= now;

  if (connection?.state === 'pending' && !expired) {
    const app = apps.find(({ app_name }) => app_name === connection.wallet_app_name);
    return <PendingConnection connection={connection} appName={app?.name ?? connection.wallet_app_name} />;
  }
  const app = chosen ?? connection?.wallet_app_name ?? apps[0]?.app_name ?? null;
  const wantsNewCode = connection !== null && connection.state !== 'connected';
  return (
    <Stack gap="sm">
      {connection && <Outcome connection={connection} expired={expired} />}
      {connect.isError && <ProblemAlert error={connect.error} onClose={connect.reset} />}
      <Group align="flex-end" gap="sm">
        <Select
          label={t('people.connect.label')}
          description={t('people.connect.description')}
          w="18rem"
          maw="100%"
          data={apps.map(({ app_name, name }) => ({ value: app_name, label: name }))}
          renderOption={({ option }) => <bdi>{option.label}</bdi>}
          value={app}
          onChange={setChosen}
          allowDeselect={false}
          searchable
          nothingFoundMessage={<ListMessage>{t('people.connect.nothingFound')}</ListMessage>}
        />
        <Button
          loading={connect.isPending}
          leftSection={<IconWallet size={18} stroke={1.8} aria-hidden />}
          onClick={() => connect.mutate(app)}
        >
          {wantsNewCode ? t('people.connect.newCode') : t('people.connect.button')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Shows the result of the last attempt if it failed. */
function Outcome({ connection, expired }: { connection: WalletConnection; expired: boolean }) {
  if (connection.state === 'connected') {
    return expired ? null : <Alert role="status" color="green" title={t('people.connect.linked')} />;
  }
  if (connection.state === 'failed') {
    return (
      <Alert role="status" color="orange" title={t('people.connect.failed.title')}>
        {connection.message === null ? (
          t('people.connect.failed.text')
        ) : (
          <NodeMessage message={connection.message} />
        )}
      </Alert>
    );
  }
  if (!expired && connection.state !== 'expired') return null;
  return (
    <Alert role="status" color="yellow" title={t('people.connect.expired.title')}>
      {t('people.connect.expired.text')}
    </Alert>
  );
}
