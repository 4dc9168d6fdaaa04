import { Alert, Anchor, Button, Group, List, Loader, Select, Stack, Text } from '@mantine/core';
import { IconWallet } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { SignInState, WalletConnection } from '../../../src/contract/dashboard-api/auth.ts';
import type { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { useNow } from '../../lib/now.ts';
import { shell } from '../../lib/shell/shell.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { ListMessage } from '../../ui/forms/list-message.tsx';
import { OpenPracticeWallet } from '../../ui/navigation/open-practice-wallet.tsx';
import { QrCode } from '../../ui/values/qr-code.tsx';
import { Note } from '../../ui/values/texts.ts';
import { TimeText } from '../../ui/values/time-text.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';

type Connect = ReturnType<typeof useChange<string | null, WalletConnection>>;
type Cancel = ComponentProps<typeof ChangeButton>['change'];

interface WalletLinkProps {
  apps: SignInState['wallet_apps'];
  /** The app that is suggested first. */
  usualApp?: string | undefined;
  /** The last link and its result. */
  connection: WalletConnection | null;
  /** Requests a link for an app, by the name of the app. */
  connect: Connect;
  cancel: Cancel;
  texts: {
    /** Label of the button. */
    connect: string;
    /** The last step in the wallet app. */
    confirm: string;
    /** Title of a failure. */
    failed: string;
  };
  /** Shown while a wallet is connected. */
  children?: ReactNode;
}

/** Lets the user choose a wallet app, shows its link as a QR code, and the result. */
export function WalletLink({
  apps,
  usualApp,
  connection,
  connect,
  cancel,
  texts,
  children,
}: WalletLinkProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const now = useNow();
  const isExpired = connection !== null && Date.parse(connection.expires_at) <= now;
  const isConnected = connection?.state === 'connected';

  if (connection?.state === 'pending' && !isExpired) {
    const app = apps.find(({ app_name }) => app_name === connection.wallet_app_name);
    const appName = app?.name ?? connection.wallet_app_name;
    if (app?.page_url) return <PracticeConnection {...{ connection, confirm: texts.confirm, cancel }} />;
    return (
      <PendingConnection connection={connection} appName={appName} confirm={texts.confirm} cancel={cancel} />
    );
  }
  const app = chosen ?? connection?.wallet_app_name ?? usualApp ?? apps[0]?.app_name ?? null;
  const isPractice = apps.some(({ app_name: name, page_url: page }) => name === app && page !== null);
  const wantsNewCode = connection !== null && !isConnected;
  return (
    <Stack gap="sm">
      {isConnected && children}
      {wantsNewCode && <Outcome connection={connection} isExpired={isExpired} failed={texts.failed} />}
      {connect.isError && <ProblemAlert error={connect.error} onClose={connect.reset} />}
      <Group align="flex-end" gap="sm">
        <Select
          label={t('auth.connect.label')}
          description={t(isPractice ? 'auth.practice.description' : 'auth.connect.description')}
          w="18rem"
          maw="100%"
          data={apps.map((each) => ({ value: each.app_name, label: appLabel(each) }))}
          renderOption={({ option }) => <bdi>{option.label}</bdi>}
          value={app}
          onChange={setChosen}
          allowDeselect={false}
          searchable
          nothingFoundMessage={<ListMessage>{t('auth.connect.nothingFound')}</ListMessage>}
        />
        <Button
          loading={connect.isPending}
          variant={isConnected ? 'default' : 'filled'}
          leftSection={<IconWallet size={18} stroke={1.8} aria-hidden />}
          onClick={() => connect.mutate(app)}
        >
          {wantsNewCode && !isPractice ? t('auth.connect.newCode') : texts.connect}
        </Button>
      </Group>
    </Stack>
  );
}

const appLabel = ({ name, page_url: page }: SignInState['wallet_apps'][number]): string =>
  page === null ? name : t('auth.practice.name');

interface OutcomeProps {
  connection: WalletConnection;
  isExpired: boolean;
  failed: string;
}

function Outcome({ connection: { state, message }, isExpired, failed }: OutcomeProps) {
  if (state === 'failed') {
    return (
      <Alert role="status" color="orange" title={failed}>
        {message === null ? t('auth.connect.failed.text') : <NodeMessage message={message} />}
      </Alert>
    );
  }
  if (!isExpired && state !== 'expired') return null;
  return (
    <Alert role="status" color="yellow" title={t('auth.connect.expired.title')}>
      {t('auth.connect.expired.text')}
    </Alert>
  );
}

interface PendingConnectionProps {
  connection: WalletConnection;
  appName: string;
  confirm: string;
  cancel: Cancel;
}

/** Opens the page of the practice wallet app, which takes the place of a phone with a QR code. */
function PracticeConnection({ connection, confirm, cancel }: Omit<PendingConnectionProps, 'appName'>) {
  return (
    <Stack gap="sm" align="flex-start">
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>{t('auth.practice.step')}</List.Item>
        <List.Item>{confirm}</List.Item>
      </List>
      <OpenPracticeWallet url={connection.connection_link} />
      <Waiting {...{ connection, cancel }} />
    </Stack>
  );
}

/** Shows the QR code until the wallet responds. */
function PendingConnection({ connection, appName, confirm, cancel }: PendingConnectionProps) {
  const { connection_link: link } = connection;
  const copy = useCopy();
  return (
    <Group align="flex-start" gap="lg">
      <QrCode value={link} title={t('auth.pending.code')} />
      <Stack gap="sm" flex="1 1 16rem">
        <List type="ordered" size="sm" spacing={4}>
          <List.Item>{t('auth.pending.steps.open', { app: appName })}</List.Item>
          <List.Item>{t('auth.pending.steps.scan')}</List.Item>
          <List.Item>{confirm}</List.Item>
        </List>
        <Text size="sm">{shell ? t('auth.pending.hereInApp') : t('auth.pending.here')}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => copy(link, t('common.linkCopied'))}>
            {t('common.copyLink')}
          </Button>
          {!shell && /^(https|tc):/.test(link) && (
            <Anchor href={link} target="_blank" rel="noopener noreferrer" size="sm">
              {t('auth.pending.openApp', { app: appName })}
            </Anchor>
          )}
        </Group>
        <Waiting {...{ connection, cancel }} />
      </Stack>
    </Group>
  );
}

function Waiting({ connection, cancel }: Pick<PendingConnectionProps, 'connection' | 'cancel'>) {
  return (
    <>
      <Group gap="xs" role="status">
        <Loader size={14} aria-hidden />
        <Note>{t('auth.pending.waiting')}</Note>
      </Group>
      <Note>
        <TimeText text="auth.pending.expires" at={connection.expires_at} direction="future" />
      </Note>
      <ChangeButton change={cancel} style={{ alignSelf: 'flex-start' }}>
        {t('common.cancel')}
      </ChangeButton>
    </>
  );
}
