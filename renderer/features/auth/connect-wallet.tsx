import { Alert } from '@mantine/core';
import {
  deleteOwnerConnection,
  postOwnerConnection,
  type SignInState,
  type WalletConnection,
} from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { useNow } from '../../lib/now.ts';
import { SmallNote } from '../../ui/values/texts.ts';
import { WalletLink } from './wallet-link.tsx';

/** Connects a wallet of the owner by QR code or link, and shows the result. */
export function ConnectWallet({ state: { wallet_apps: apps, connection } }: { state: SignInState }) {
  const connect = useChange('sign_in', (node, app: string | null) =>
    node.call(postOwnerConnection, { body: app === null ? {} : { wallet_app_name: app } }),
  );
  const cancel = useChange('sign_in', (node) => node.call(deleteOwnerConnection, {}));
  const isConnected = connection?.state === 'connected';
  return (
    <WalletLink
      apps={apps}
      connection={connection}
      connect={connect}
      cancel={cancel}
      texts={{
        connect: t(isConnected ? 'auth.connect.another' : 'auth.connect.button'),
        confirm: t('auth.pending.steps.confirm'),
        failed: t('auth.connect.failed.title'),
      }}
    >
      {connection && <Connected connection={connection} />}
    </WalletLink>
  );
}

/** Shows what the connected wallet can do. */
function Connected({ connection: { features, expires_at: until } }: { connection: WalletConnection }) {
  const isNew = Date.parse(until) > useNow();
  return (
    <>
      {isNew && <Alert role="status" color="green" title={t('auth.connect.linked')} />}
      {features && (
        <SmallNote>
          {t('auth.connect.payments', { count: features.max_messages })}{' '}
          {t(features.signs_data ? 'auth.connect.signsData' : 'auth.connect.signsNoData')}
        </SmallNote>
      )}
    </>
  );
}
