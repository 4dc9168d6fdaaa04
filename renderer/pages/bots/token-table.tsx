import { Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ApiTokenDocument } from '../../../src/contract/control.ts';
import { RelativeTime } from '../../components/relative-time.tsx';
import { askFirst } from '../../lib/ask-first.tsx';
import { formatDateTime, formatExactTime } from '../../lib/format.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';
import { scopeWords } from '../../lib/scope-words.ts';

interface TokenTableProps {
  tokens: ApiTokenDocument[];
  onRevoked(id: string): void;
}

/** The tokens that count, without their secrets. */
export function TokenTable({ tokens, onRevoked }: TokenTableProps) {
  if (tokens.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        There are no tokens yet, so no program can use this node beyond what is open to everyone.
      </Text>
    );
  }
  return (
    <Table verticalSpacing="xs" horizontalSpacing={0} aria-label="Tokens">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th visibleFrom="md">May</Table.Th>
          <Table.Th visibleFrom="sm" w={150}>
            Last used
          </Table.Th>
          <Table.Th w={96}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoked={onRevoked} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface TokenRowProps {
  token: ApiTokenDocument;
  onRevoked(id: string): void;
}

function TokenRow({ token, onRevoked }: TokenRowProps) {
  const { id, name, scopes, created_at: made, last_used_at: used } = token;
  const revoke = useChange('tokens', async (node) => {
    await node.revokeToken(id);
    onRevoked(id);
  });
  const ask = () =>
    askFirst({
      title: 'Revoke this token?',
      text: `“${name}” stops working at once, for every program that uses it. This cannot be undone.`,
      confirm: 'Revoke',
      cancel: 'Keep',
      danger: true,
      onConfirm: () => revoke.mutate(undefined, { onError: notifyProblem }),
    });
  const rights = (
    <Group gap={6}>
      {scopes.map((scope) => (
        <Badge key={scope} color="gray" title={scope}>
          {scopeWords(scope).label}
        </Badge>
      ))}
    </Group>
  );
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} pr="md" style={{ overflowWrap: 'anywhere' }}>
        {name}
        <Text size="xs" c="dimmed">
          Made{' '}
          <time dateTime={made} title={formatExactTime(made)}>
            {formatDateTime(made)}
          </time>
          <Text span inherit hiddenFrom="sm">
            {' · Last used: '}
            <LastUse at={used} />
          </Text>
        </Text>
        <Group hiddenFrom="md" mt={6}>
          {rights}
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="md">{rights}</Table.Td>
      <Table.Td visibleFrom="sm">
        <LastUse at={used} />
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="xs"
          variant="default"
          aria-label={`Revoke ${name}`}
          loading={revoke.isPending}
          onClick={ask}
        >
          Revoke…
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

function LastUse({ at }: { at: string | null }) {
  return at === null ? 'Never' : <RelativeTime at={at} side="past" />;
}
