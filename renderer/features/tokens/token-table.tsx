import { Badge, Group, Table, Text } from '@mantine/core';
import { Trans } from 'react-i18next';
import { type ApiTokenDocument, deleteToken } from '../../../src/contract/dashboard-api/auth.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { formatDateTime, formatExactTime } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { actionsColumn, TableHead } from '../../ui/lists/table-head.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { Note, SmallNote } from '../../ui/values/texts.ts';
import { TimeText } from '../../ui/values/time-text.tsx';
import { scopeLabel } from './scope-labels.ts';

interface TokenTableProps {
  tokens: ApiTokenDocument[];
  onRevoked(id: string): void;
}

/** Lists the valid tokens, without their secrets. */
export function TokenTable({ tokens, onRevoked }: TokenTableProps) {
  if (tokens.length === 0) return <Note>{t('tokens.tokens.none')}</Note>;
  return (
    <Table verticalSpacing="xs" horizontalSpacing={0} aria-label={t('tokens.tokens.title')}>
      <TableHead
        columns={[
          { label: t('tokens.form.name') },
          { label: t('tokens.tokens.columns.may'), visibleFrom: 'md' },
          { label: t('tokens.tokens.columns.lastUsed'), visibleFrom: 'sm', w: 150 },
          actionsColumn(96),
        ]}
      />
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
    await node.call(deleteToken, { params: { id } });
    onRevoked(id);
  });
  const question = {
    title: t('tokens.tokens.ask.title'),
    text: t('tokens.tokens.ask.text', { name }),
    confirm: t('tokens.tokens.ask.confirm'),
    danger: true,
  };
  const rights = <Rights scopes={scopes} />;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} pe="md" style={{ overflowWrap: 'anywhere' }}>
        {name}
        <SmallNote>
          <Trans
            i18nKey="tokens.tokens.made"
            values={{ at: formatDateTime(made) }}
            components={{ time: <time dateTime={made} title={formatExactTime(made)} /> }}
          />
          <Text span inherit hiddenFrom="sm">
            {' · '}
            {used === null ? (
              t('tokens.tokens.neverUsed')
            ) : (
              <TimeText text="tokens.tokens.lastUsed" at={used} direction="past" />
            )}
          </Text>
        </SmallNote>
        <Group hiddenFrom="md" mt={6}>
          {rights}
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="md">{rights}</Table.Td>
      <Table.Td visibleFrom="sm">
        {used === null ? t('common.never') : <RelativeTime at={used} direction="past" />}
      </Table.Td>
      <Table.Td ta="end">
        <ChangeButton
          change={revoke}
          question={question}
          styles={{ label: { overflowWrap: 'normal' } }}
          aria-label={t('tokens.tokens.revokeName', { name })}
        >
          {t('tokens.tokens.revoke')}
        </ChangeButton>
      </Table.Td>
    </Table.Tr>
  );
}

function Rights({ scopes }: Pick<ApiTokenDocument, 'scopes'>) {
  return (
    <Group gap={6}>
      {scopes.map((scope) => (
        <Badge key={scope} color="gray" title={scope}>
          {scopeLabel(scope).label}
        </Badge>
      ))}
    </Group>
  );
}
