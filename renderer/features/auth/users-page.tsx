import { Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import { deleteOwnerTelegram, type SignInState } from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { MoreButton } from '../../ui/lists/more-button.tsx';
import { actionsColumn, TableHead } from '../../ui/lists/table-head.tsx';
import { Intro, Note } from '../../ui/values/texts.ts';
import { SettingsSections } from '../settings/index.ts';
import { AdmissionCard } from './admission-card.tsx';
import { useSignIn, useUsers } from './auth-queries.ts';
import { ConnectWallet } from './connect-wallet.tsx';
import { LinkedWallets } from './linked-wallets.tsx';
import { UnreachableManifest } from './unreachable-manifest.tsx';
import { UserRow } from './user-row.tsx';

/** Shows who may sign in, and the users. */
export function UsersPage() {
  const { data, error, refetch } = useSignIn();
  return (
    <Page title={t('frame.pages.access')}>
      {data && (
        <Stack gap="md" maw="52rem">
          <AdmissionCard state={data} />
          <OwnerWalletCard state={data} />
          <UsersCard />
          <SettingsSections names={['signIn', 'operator']} />
        </Stack>
      )}
      {!data && error && <ProblemAlert error={error} onRetry={refetch} />}
      {!data && !error && (
        <Stack gap="md" maw="52rem" role="status" aria-busy="true" aria-label={t('auth.loading')}>
          <Skeleton height={150} />
          <Skeleton height={220} />
          <Skeleton height={180} />
        </Stack>
      )}
    </Page>
  );
}

function OwnerWalletCard({ state }: { state: SignInState }) {
  const { owner, manifest } = state;
  return (
    <SectionCard title={t('auth.owner.title')}>
      <Intro>{t('auth.owner.text')}</Intro>
      {owner.telegram !== null && <OwnerTelegram name={owner.telegram} />}
      <LinkedWallets wallets={owner.wallets} />
      {!manifest.reachable && <UnreachableManifest url={manifest.url} />}
      <ConnectWallet state={state} />
    </SectionCard>
  );
}

function OwnerTelegram({ name }: { name: string }) {
  const forget = useChange('sign_in', (node) => node.call(deleteOwnerTelegram, {}));
  const question = {
    title: t('auth.telegram.ask.title'),
    text: t('auth.telegram.ask.text', { name }),
    confirm: t('auth.telegram.ask.confirm'),
    danger: true,
  };
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        <Trans i18nKey="auth.telegram.text" values={{ name }} components={{ bdi: <bdi /> }} />
      </Text>
      <ChangeButton change={forget} question={question} aria-label={t('auth.telegram.forgetLabel')}>
        {t('auth.telegram.forget')}
      </ChangeButton>
    </Group>
  );
}

/** Lists the users with their usage, and signs them out. */
function UsersCard() {
  const query = useUsers();
  const { data, error, refetch } = query;
  const total = data?.pages[0]?.total ?? 0;
  const users = data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <SectionCard
      title={t('auth.users.title')}
      aside={total > 0 && <Note>{t('auth.users.count', { count: total })}</Note>}
    >
      {data && total === 0 && <Note>{t('auth.users.none')}</Note>}
      {users.length > 0 && (
        <Table verticalSpacing="xs" horizontalSpacing={0} aria-label={t('auth.users.title')}>
          <TableHead
            columns={[
              { label: t('auth.users.columns.user') },
              { label: t('auth.users.columns.stores'), visibleFrom: 'md', w: 210 },
              { label: t('auth.users.columns.lastSeen'), visibleFrom: 'lg', w: 150, ps: 'lg' },
              { label: t('auth.users.columns.sessions'), visibleFrom: 'lg', w: 110 },
              actionsColumn(100),
            ]}
          />
          <Table.Tbody>
            {users.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {error && <ProblemAlert error={error} onRetry={refetch} />}
      {!data && !error && <Loading height={80} label={t('auth.users.loading')} />}
      <MoreButton query={query} />
    </SectionCard>
  );
}
