import { Progress, Stack, Table, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import { deleteUserSessions, type LocalUser } from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { formatBytes, formatPercent, percentOf, shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { SmallNote } from '../../ui/values/texts.ts';

const nearlyFull = 0.9;

export function UserRow({ user }: { user: LocalUser }) {
  const { id, name, telegram_id: telegramId, wallets, sessions, last_seen_at: seen } = user;
  const signOut = useChange('sign_in', (node) => node.call(deleteUserSessions, { params: { id } }));
  const question = {
    title: t('auth.users.ask.title', { name }),
    text: t('auth.users.ask.text'),
    confirm: t('auth.users.ask.confirm'),
  };
  const known = [
    ...wallets.map(({ address }) => shorten(address, 6, 4)),
    ...(telegramId === null ? [] : [`Telegram ${telegramId}`]),
  ];
  const sessionLabel = t('auth.users.sessions', { count: sessions });
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} pe="md" style={{ overflowWrap: 'anywhere' }}>
        {name}
        <Text size="xs" c="dimmed" title={wallets.map(({ address }) => address).join('\n')}>
          {known.join(' · ')}
        </Text>
        <Stack gap={4} hiddenFrom="md" mt={4}>
          <Usage user={user} />
        </Stack>
        <SmallNote hiddenFrom="lg">
          {seen === null ? (
            t('auth.users.neverSeen', { sessions: sessionLabel })
          ) : (
            <Trans
              i18nKey="auth.users.lastSeen"
              values={{ sessions: sessionLabel }}
              components={{ time: <RelativeTime at={seen} direction="past" /> }}
            />
          )}
        </SmallNote>
      </Table.Th>
      <Table.Td visibleFrom="md">
        <Usage user={user} />
      </Table.Td>
      <Table.Td visibleFrom="lg" ps="lg">
        {seen === null ? t('common.never') : <RelativeTime at={seen} direction="past" />}
      </Table.Td>
      <Table.Td visibleFrom="lg">{sessionLabel}</Table.Td>
      <Table.Td ta="end">
        <ChangeButton
          change={signOut}
          question={question}
          aria-label={t('auth.users.signOutName', { name })}
          disabled={sessions === 0}
        >
          {t('auth.users.signOut')}
        </ChangeButton>
      </Table.Td>
    </Table.Tr>
  );
}

/** Shows how much a user stores, and the quota. */
function Usage({ user: { contents, counted_bytes: used, quota_bytes: quota } }: { user: LocalUser }) {
  const share = quota > 0 ? used / quota : 0;
  return (
    <Stack gap={4}>
      <Progress
        value={percentOf(share, 1)}
        size="sm"
        color={share >= nearlyFull ? 'orange' : 'alcove'}
        aria-label={t('auth.users.usageShare', { share: formatPercent(share) })}
      />
      <SmallNote>
        {t('auth.users.usage', { count: contents, used: formatBytes(used), quota: formatBytes(quota) })}
      </SmallNote>
    </Stack>
  );
}
