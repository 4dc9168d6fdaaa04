import { Button, Progress, Stack, Table, Text } from '@mantine/core';
import type { LocalUser } from '../../../src/contract/endpoints/local-sign-in.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { askFirst } from '../../lib/ask-first.tsx';
import { formatBytes, formatNumberOf, formatPercent, percentOf, shorten } from '../../lib/format.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';

const nearlyFull = 0.9;

/** Someone who has signed in. */
export function UserRow({ user }: { user: LocalUser }) {
  const { id, name, telegram_id: telegramId, wallets, sessions, last_seen_at: seen } = user;
  const signOut = useChange('sign_in', (node) => node.signOutUser(id));
  const ask = () =>
    askFirst({
      title: `Sign ${name} out everywhere?`,
      text: 'They have to sign in again in every web app and browser. What they have stored stays. Whether they may come back depends on who may sign in.',
      confirm: 'Sign out',
      cancel: 'Not now',
      onConfirm: () => signOut.mutate(undefined, { onError: notifyProblem }),
    });
  const known = [
    ...wallets.map(({ address }) => shorten(address, 6, 4)),
    ...(telegramId === null ? [] : [`Telegram ${telegramId}`]),
  ];
  const lastSeen = seen === null ? 'Never' : <RelativeTime at={seen} side="past" />;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} pr="md" style={{ overflowWrap: 'anywhere' }}>
        {name}
        <Text size="xs" c="dimmed" title={wallets.map(({ address }) => address).join('\n')}>
          {known.join(' · ')}
        </Text>
        <Stack gap={4} hiddenFrom="sm" mt={4}>
          <Usage user={user} />
        </Stack>
        <Text size="xs" c="dimmed" hiddenFrom="md">
          {formatNumberOf(sessions, 'session', 'sessions')} · Last seen: {lastSeen}
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="sm">
        <Usage user={user} />
      </Table.Td>
      <Table.Td visibleFrom="md" pl="lg">
        {lastSeen}
      </Table.Td>
      <Table.Td visibleFrom="md">{formatNumberOf(sessions, 'session', 'sessions')}</Table.Td>
      <Table.Td ta="right">
        <Button
          size="xs"
          variant="default"
          aria-label={`Sign out ${name}`}
          disabled={sessions === 0}
          loading={signOut.isPending}
          onClick={ask}
        >
          Sign out…
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** What someone stores, against what they may. */
function Usage({ user: { contents, content_bytes: used, quota_bytes: quota } }: { user: LocalUser }) {
  const share = quota > 0 ? used / quota : 0;
  return (
    <Stack gap={4}>
      <Progress
        value={percentOf(share, 1)}
        size="sm"
        color={share >= nearlyFull ? 'orange' : 'alcove'}
        aria-label={`Uses ${formatPercent(share)} of the room`}
      />
      <Text size="xs" c="dimmed">
        {formatBytes(used)} of {formatBytes(quota)} · {formatNumberOf(contents, 'file', 'files')}
      </Text>
    </Stack>
  );
}
