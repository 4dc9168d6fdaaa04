import { Anchor, Badge, Group, Stack, Table, Text, useMatches } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import type { ActivityEntry } from '../../../src/contract/dashboard-api/administration/activity.ts';
import { type ProblemCode, problems } from '../../../src/contract/problems.ts';
import { problemTitle } from '../../lib/api/call-error.ts';
import { formatClock, formatExactTime, shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { messageText } from '../../lib/i18n/node-messages.ts';
import { itemPathOf } from '../../lib/paths.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import { Note, SmallNote } from '../../ui/values/texts.ts';
import { shownTitle, useContent } from '../stored-file/index.ts';
import { actorLabel, kindLabel } from './activity-labels.ts';

interface ActivityRowProps {
  entry: ActivityEntry;
  /** Position in the list, from 0. */
  index: number;
  /** The heading of the day, on its first entry only. */
  day: string | null;
}

export const ActivityRow = memo(function Row({ entry, day, index }: ActivityRowProps) {
  const { kind, actor, detail, count, problem } = entry;
  // Activities of a peer or of the node itself have no result.
  const isRequest = actor.type !== 'peer' && actor.type !== 'node';
  const { label, Icon } = kindLabel(kind);
  return (
    <Table.Tbody data-index={index}>
      {day !== null && <DayRow day={day} />}
      <Table.Tr aria-rowindex={index + 2} style={{ verticalAlign: 'top' }}>
        <Table.Td visibleFrom="md">
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
                <NodeMessage message={detail} />
                {count > 1 && (
                  <Text span inherit c="dimmed">
                    {' '}
                    {t('common.times', { count })}
                  </Text>
                )}
              </Text>
              <Subject entry={entry} />
              <Stack gap={2} hiddenFrom="lg">
                {problem !== null && <Refusal code={problem} />}
              </Stack>
              <Stack gap={2} hiddenFrom="md">
                <Who entry={entry} />
                <SmallNote>
                  <When entry={entry} />
                </SmallNote>
              </Stack>
            </Stack>
          </Group>
        </Table.Th>
        <Table.Td visibleFrom="md">
          <Who entry={entry} />
        </Table.Td>
        <Table.Td visibleFrom="lg">
          {problem !== null && <Refusal code={problem} />}
          {problem === null && isRequest && <Note>{t('activity.done')}</Note>}
        </Table.Td>
      </Table.Tr>
    </Table.Tbody>
  );
});

const isContentId = (subject: string): boolean => /^bafkrei[a-z2-7]{52}$/.test(subject);

/** Shows the subject of an activity, unless its description names it. */
function Subject({ entry: { actor, detail, subject } }: { entry: ActivityEntry }) {
  if (subject === null || subject === actor.name || messageText(detail).includes(subject)) return null;
  return (
    <SmallNote title={subject} translate="no" style={{ overflowWrap: 'anywhere' }}>
      {isContentId(subject) ? (
        <Anchor
          component={Link}
          to={itemPathOf(subject)}
          state={{ backLabel: t('frame.pages.log') } satisfies BackState}
          inherit
          lh="1.5rem"
        >
          <ContentName id={subject} />
        </Anchor>
      ) : /\s/.test(subject) ? (
        subject
      ) : (
        shorten(subject, 24, 12)
      )}
    </SmallNote>
  );
}

/** Shows the title of a stored content, and the id of any other. */
function ContentName({ id }: { id: string }) {
  const { data } = useContent(id);
  return data ? <bdi>{shownTitle(data)}</bdi> : shorten(id, 24, 12);
}

/** Shows the heading of a day, across all visible columns. */
function DayRow({ day }: { day: string }) {
  const columns = useMatches({ base: 1, md: 3, lg: 4 }, { getInitialValueInEffect: false });
  return (
    <Table.Tr bg="var(--alcove-canvas)">
      <Table.Th scope="rowgroup" colSpan={columns} fz="sm">
        {day}
      </Table.Th>
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

function Who({ entry }: { entry: ActivityEntry }) {
  const { address } = entry;
  const { who, name } = actorLabel(entry);
  return (
    <Stack gap={2}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name === null ? who : <bdi>{name}</bdi>}
      </Text>
      <SmallNote style={{ overflowWrap: 'anywhere' }}>
        {name !== null && who}
        {name !== null && address && ' · '}
        <bdi>{address}</bdi>
      </SmallNote>
    </Stack>
  );
}

function Refusal({ code }: { code: string }) {
  // The log may contain codes of older versions.
  const title = Object.hasOwn(problems, code) ? problemTitle(code as ProblemCode) : code;
  return (
    <Stack gap={2} align="flex-start">
      <Badge color="red">{t('activity.refused')}</Badge>
      <SmallNote title={code}>{title}</SmallNote>
    </Stack>
  );
}
