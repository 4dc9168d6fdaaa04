import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import type { ActivityEntry } from '../../../src/contract/endpoints/local-activity.ts';
import { type ErrorCode, problems } from '../../../src/contract/errors.ts';
import { actorWords, kindWords } from '../../lib/activity-words.ts';
import { formatClock, formatCount, formatExactTime, shorten } from '../../lib/format.ts';

interface ActivityRowProps {
  entry: ActivityEntry;
  /** Position among the lines, from 0. */
  index: number;
  measure(row: HTMLTableRowElement | null): void;
}

/** One thing that happened. */
export function ActivityRow({ entry, index, measure }: ActivityRowProps) {
  const { kind, actor, detail, subject, count, problem } = entry;
  // What a peer or the node itself went through has no result of its own.
  const isRequest = actor.type !== 'peer' && actor.type !== 'node';
  const { label, Icon } = kindWords(kind);
  return (
    <Table.Tr ref={measure} data-index={index} style={{ verticalAlign: 'top' }}>
      <Table.Td visibleFrom="sm">
        <When entry={entry} />
      </Table.Td>
      <Table.Th scope="row" fw={400}>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Icon
            size={18}
            stroke={1.7}
            role="img"
            title={label}
            color={problem === null ? 'var(--mantine-color-dimmed)' : 'var(--mantine-color-error)'}
            style={{ flexShrink: 0, marginTop: 2 }}
          />
          <Stack gap={2} miw={0}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {detail}
              {count > 1 && (
                <Text span inherit c="dimmed">
                  {' '}
                  {formatCount(count)} times
                </Text>
              )}
            </Text>
            {subject !== null && subject !== actor.name && !detail.includes(subject) && (
              <Text size="xs" c="dimmed" title={subject} style={{ overflowWrap: 'anywhere' }}>
                {/\s/.test(subject) ? subject : shorten(subject, 24, 12)}
              </Text>
            )}
            <Stack gap={2} hiddenFrom="md">
              {problem !== null && <Refusal code={problem} />}
            </Stack>
            <Stack gap={2} hiddenFrom="sm">
              <Who entry={entry} />
              <Text size="xs" c="dimmed">
                <When entry={entry} />
              </Text>
            </Stack>
          </Stack>
        </Group>
      </Table.Th>
      <Table.Td visibleFrom="sm">
        <Who entry={entry} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        {problem !== null && <Refusal code={problem} />}
        {problem === null && isRequest && (
          <Text size="sm" c="dimmed">
            Done
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function When({ entry: { at, last_at: last, count } }: { entry: ActivityEntry }) {
  const until = count > 1 ? ` – ${formatExactTime(last)}` : '';
  return (
    <time dateTime={at} title={`${formatExactTime(at)}${until}`}>
      {formatClock(Date.parse(at))}
    </time>
  );
}

function Who({ entry: { actor, address } }: { entry: ActivityEntry }) {
  const { who, name } = actorWords(actor);
  return (
    <Stack gap={2}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name ?? who}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[name !== null && who, address].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
}

/** Why something was refused. */
function Refusal({ code }: { code: string }) {
  const title = Object.hasOwn(problems, code) ? problems[code as ErrorCode].title : null;
  return (
    <Stack gap={2} align="flex-start">
      <Badge color="red">Refused</Badge>
      <Text size="xs" c="dimmed" title={code}>
        {title ?? code}
      </Text>
    </Stack>
  );
}
