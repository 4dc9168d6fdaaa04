import { Alert, Button, Group, Loader, Select, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { SignInState, WalletConnection } from '../../../../src/contract/dashboard-api/auth.ts';
import {
  deleteKeySignIn,
  type LicenceDelivery,
  type OwnedLicence,
  postKeySignIn,
} from '../../../../src/contract/dashboard-api/purchases.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { titleOf } from '../../../lib/format/file-kind.ts';
import { t } from '../../../lib/i18n/language.ts';
import { openDialog } from '../../../ui/dialogs/dialogs.ts';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { useSignIn, WalletLink } from '../../auth/index.ts';
import { useKeySignIn } from '../purchase-queries.ts';
import { deliveryLabel } from '../rows/delivery-labels.ts';

/** Opens a dialog that signs in to the node with the key of a licence, with the wallet app that holds the licence. */
export function openSignInDialog(licence: OwnedLicence): void {
  openDialog({
    size: 'lg',
    title: t('purchases.signIn.title', { title: titleOf(licence.content) }),
    children: (close) => <KeySignIn address={licence.licence_address} onClose={close} />,
  });
}

interface KeySignInProps {
  /** Address of the licence. */
  address: string;
  onClose(): void;
}

function KeySignIn({ address, onClose }: KeySignInProps) {
  const progress = useKeySignIn(address);
  const signIn = useSignIn();
  return (
    <Stack gap="md">
      <QueryState query={progress} height={120} loadingLabel={t('purchases.signIn.loading')}>
        {({ delivery, connection }) =>
          delivery && delivery.sign_in_hosts.length > 0 ? (
            <QueryState query={signIn} height={120} loadingLabel={t('purchases.signIn.loading')}>
              {(state) => (
                <SignInForm
                  address={address}
                  hosts={delivery.sign_in_hosts}
                  connection={connection}
                  state={state}
                />
              )}
            </QueryState>
          ) : (
            <SignedIn delivery={delivery} />
          )
        }
      </QueryState>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}

interface SignInFormProps {
  address: string;
  /** At least one. */
  hosts: string[];
  connection: WalletConnection | null;
  state: SignInState;
}

function SignInForm({ address, hosts, connection, state }: SignInFormProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const host = hosts.find((each) => each === chosen) ?? hosts[0] ?? '';
  const name = new URL(host).host;
  const params = { address };
  const connect = useChange('market', (node, app: string | null) =>
    node.call(postKeySignIn, { params, body: { host, ...(app !== null && { wallet_app_name: app }) } }),
  );
  const cancel = useChange('market', (node) => node.call(deleteKeySignIn, { params }));
  return (
    <>
      <Text size="sm">{t('purchases.signIn.text', { host: name })}</Text>
      {hosts.length > 1 && connection?.state !== 'pending' && (
        <Select
          label={t('purchases.signIn.host')}
          description={t('purchases.signIn.hostHint')}
          data={hosts.map((value) => ({ value, label: new URL(value).host }))}
          value={host}
          onChange={setChosen}
          allowDeselect={false}
        />
      )}
      <WalletLink
        apps={state.wallet_apps}
        usualApp={state.connection?.wallet_app_name}
        connection={connection}
        connect={connect}
        cancel={cancel}
        texts={{
          connect: t('purchases.signIn.button'),
          confirm: t('purchases.signIn.confirmThere', { host: name }),
          failed: t('purchases.signIn.failed'),
        }}
      />
    </>
  );
}

/** Shows the progress of the delivery after the sign-in. */
function SignedIn({ delivery }: { delivery: LicenceDelivery | null }) {
  const isHere = delivery?.state === 'here';
  return (
    <Alert
      role="status"
      color={isHere ? 'green' : 'brand'}
      icon={isHere ? <IconCheck aria-hidden /> : <Loader size={18} aria-hidden />}
      title={t(isHere ? 'purchases.signIn.here' : 'purchases.signIn.signedIn')}
    >
      {delivery && deliveryLabel(delivery)}
    </Alert>
  );
}
