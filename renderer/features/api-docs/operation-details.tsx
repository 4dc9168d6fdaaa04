import { Anchor, Badge, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import { problemTitle } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { CodeExample } from '../../ui/values/code-example.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import type { JsonSchema } from './openapi.ts';
import type { Operation, Payload } from './operations.ts';
import { EnglishText, FieldHead, SchemaFields } from './schema-fields.tsx';

interface OperationDetailsProps {
  operation: Operation;
  named: Readonly<Record<string, JsonSchema>>;
}

export function OperationDetails({ operation, named }: OperationDetailsProps) {
  const { description, deprecated, aliases, parameters, bodies, answers, problems } = operation;
  return (
    <Stack gap="md">
      <Stack gap={6}>
        {description && <EnglishText text={description} />}
        {deprecated && (
          <Text size="sm">
            <Trans i18nKey="api.operation.deprecatedText" components={{ code: <Code /> }} />
          </Text>
        )}
        <Needs operation={operation} />
        {aliases.length > 0 && (
          <Text size="sm">
            {t('api.operation.aliases')}{' '}
            {aliases.map((path) => (
              <Code key={path} me={6} style={{ overflowWrap: 'anywhere' }}>
                {path}
              </Code>
            ))}
          </Text>
        )}
      </Stack>
      {parameters.length > 0 && (
        <Section title={t('api.operation.parameters')}>
          <Parameters parameters={parameters} named={named} />
        </Section>
      )}
      {bodies.length > 0 && (
        <Section title={t('api.operation.body')}>
          {bodies.map((body) => (
            <PayloadView key={body.mediaType} payload={body} named={named} what={t('api.exampleOfBody')} />
          ))}
        </Section>
      )}
      <Section title={t('api.operation.answers')}>
        {answers.map((answer) => (
          <Answer key={answer.status} answer={answer} named={named} />
        ))}
      </Section>
      {problems.length > 0 && (
        <Section title={t('api.operation.problems')}>
          <ProblemTable problems={problems} />
        </Section>
      )}
    </Stack>
  );
}

interface ParametersProps extends Pick<Operation, 'parameters'> {
  named: OperationDetailsProps['named'];
}

function Parameters({ parameters, named }: ParametersProps) {
  return (
    <BareList gap={6}>
      {parameters.map(({ name, in: place, required, description: text, schema }) => (
        <li key={`${place} ${name}`}>
          <FieldHead
            name={name}
            schema={text === undefined ? schema : { ...schema, description: text }}
            required={required}
            place={place === 'path' ? t('api.operation.inPath') : place}
            named={named}
          />
        </li>
      ))}
    </BareList>
  );
}

interface AnswerProps {
  answer: Operation['answers'][number];
  named: OperationDetailsProps['named'];
}

function Answer({ answer: { status, description, headers, payloads }, named }: AnswerProps) {
  return (
    <Stack gap={6}>
      <Group gap="xs" wrap="nowrap" align="baseline">
        <Badge color="green" style={{ flexShrink: 0 }}>
          {status}
        </Badge>
        <EnglishText text={description} />
      </Group>
      {headers.length > 0 && (
        <SmallNote>{t('api.operation.headers', { headers: headers.join(', ') })}</SmallNote>
      )}
      {payloads.map((payload) => (
        <PayloadView
          key={payload.mediaType}
          payload={payload}
          named={named}
          what={t('api.exampleOfAnswer', { status })}
        />
      ))}
    </Stack>
  );
}

function ProblemTable({ problems }: Pick<Operation, 'problems'>) {
  return (
    <Table verticalSpacing={4} horizontalSpacing={0} aria-label={t('api.operation.problems')}>
      <Table.Tbody>
        {problems.map(({ code, status }) => (
          <Table.Tr key={code}>
            <Table.Td w={52} c="dimmed">
              {status}
            </Table.Td>
            <Table.Th scope="row" fw={400} pe="md">
              <Code style={{ overflowWrap: 'anywhere' }}>{code}</Code>
            </Table.Th>
            <Table.Td>{problemTitle(code)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={4} fz="sm">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function Needs({ operation: { token, scope } }: { operation: Operation }) {
  if (token === 'none') return <Text size="sm">{t('api.operation.tokenNone')}</Text>;
  const needs = token === 'optional' ? 'tokenOptional' : 'tokenRequired';
  return (
    <Text size="sm">
      {scope === undefined ? (
        t(`api.operation.${needs}`)
      ) : (
        <Trans i18nKey={`api.operation.${needs}Scope`} values={{ scope }} components={{ code: <Code /> }} />
      )}{' '}
      <Anchor component={Link} to={paths.developers} inherit>
        {t('api.operation.makeToken')}
      </Anchor>
    </Text>
  );
}

interface PayloadViewProps {
  payload: Payload;
  named: OperationDetailsProps['named'];
  what: string;
}

function PayloadView({ payload: { mediaType, schema, example }, named, what }: PayloadViewProps) {
  return (
    <Stack gap={6}>
      <SmallNote>{mediaType === '*/*' ? t('api.anyBytes') : mediaType}</SmallNote>
      {schema && <SchemaFields schema={schema} named={named} />}
      {example !== undefined && <CodeExample code={JSON.stringify(example, null, 2)} what={what} />}
    </Stack>
  );
}
