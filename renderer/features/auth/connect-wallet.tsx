import { Alert, Anchor, Button, Group, List, Loader, Select, Stack, Text } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import {
  deleteOwnerConnection,
  postOwnerConnection,
  type SignInState,
  type WalletConnection,
} from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { useNow } from '../../lib/now.ts';
import { shell } from '../../lib/shell/shell.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { ListMessage } from '../../ui/forms/list-message.tsx';
import { QrCode } from '../../ui/values/qr-code.tsx';
import { Note, SmallNote } from '../../ui/values/texts.ts';
import { TimeText } from '../../ui/values/time-text.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';

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

/** Shows what the connected wallet can do. */
function Connected({ features, isNew }: { features: WalletConnection['features']; isNew: boolean }) {
  return (
    <>
      {isNew && <Alert role="status" color="green" title={t('people.connect.linked')} />}
      {features && (
        <SmallNote>
          {t('people.connect.payments', { count: features.max_messages })}{' '}
          {t(features.signs_data ? 'people.connect.signsData' : 'people.connect.signsNoData')}
        </SmallNote>
      )}
    </>
  );
}

function Outcome({ connection, expired }: { connection: WalletConnection; expired: boolean }) {
  if (connection.state === 'connected') {
    return <Connected features={connection.features} isNew={!expired} />;
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

interface PendingConnectionProps {
  connection: WalletConnection;
  appName: string;
}

/** Shows the QR code until the wallet responds. */
function PendingConnection({ connection, appName }: PendingConnectionProps) {
  const { connection_link: link, expires_at: expiresAt } = connection;
  const copy = useCopy();
  const cancel = useChange('sign_in', (node) => node.call(deleteOwnerConnection, {}));
  return (
    <Group align="flex-start" gap="lg">
      <QrCode value={link} title={t('people.pending.code')} />
      <Stack gap="sm" flex="1 1 16rem">
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>{t('people.pending.steps.open', { app: appName })}</List.Item>
          <List.Item>{t('people.pending.steps.scan')}</List.Item>
          <List.Item>{t('people.pending.steps.confirm')}</List.Item>
        </List>
        <Text size="sm">{shell ? t('people.pending.hereInApp') : t('people.pending.here')}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => copy(link, t('common.linkCopied'))}>
            {t('common.copyLink')}
          </Button>
          {!shell && /^(https|tc):/.test(link) && (
            <Anchor href={link} target="_blank" rel="noopener noreferrer" size="sm">
              {t('people.pending.openApp', { app: appName })}
            </Anchor>
          )}
        </Group>
        <Group gap="xs" role="status">
          <Loader size={14} aria-hidden />
          <Note>{t('people.pending.waiting')}</Note>
        </Group>
        <Note>
          <TimeText text="people.pending.expires" at={expiresAt} side="future" />
        </Note>
        <ChangeButton change={cancel} style={{ alignSelf: 'flex-start' }}>
          {t('common.cancel')}
        </ChangeButton>
      </Stack>
    </Group>
  );
}
