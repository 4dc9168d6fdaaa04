import { Anchor, Badge, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CodeExample } from '../../components/code-example.tsx';
import { MarkedText } from '../../components/marked-text.tsx';
import type { JsonSchema } from '../../lib/openapi.ts';
import type { Operation, Payload } from './operations.ts';
import { FieldHead, SchemaFields } from './schema-fields.tsx';

interface OperationDetailsProps {
  operation: Operation;
  named: Readonly<Record<string, JsonSchema>>;
}

/** All that is known of one operation. */
export function OperationDetails({ operation, named }: OperationDetailsProps) {
  const { description, deprecated, aliases, parameters, bodies, answers, problems } = operation;
  return (
    <Stack gap="md">
      <Stack gap={6}>
        {description && (
          <Text size="sm">
            <MarkedText text={description} />
          </Text>
        )}
        {deprecated && (
          <Text size="sm">
            Deprecated: it still works, but a new program should use something else. Answers say so in{' '}
            <Code>Deprecation</Code>.
          </Text>
        )}
        <Needs operation={operation} />
        {aliases.length > 0 && (
          <Text size="sm">
            Also as{' '}
            {aliases.map((path) => (
              <Code key={path} mr={6} style={{ overflowWrap: 'anywhere' }}>
                {path}
              </Code>
            ))}
          </Text>
        )}
      </Stack>
      {parameters.length > 0 && (
        <Section title="Parameters">
          <Stack component="ul" gap={6} p={0} m={0} style={{ listStyle: 'none' }}>
            {parameters.map(({ name, in: place, required, description: text, schema }) => (
              <li key={`${place} ${name}`}>
                <FieldHead
                  name={name}
                  schema={text === undefined ? schema : { ...schema, description: text }}
                  required={required}
                  place={place === 'path' ? 'in the path' : place}
                  named={named}
                />
              </li>
            ))}
          </Stack>
        </Section>
      )}
      {bodies.length > 0 && (
        <Section title="Body">
          {bodies.map((body) => (
            <PayloadView key={body.mediaType} payload={body} named={named} what="the example of a body" />
          ))}
        </Section>
      )}
      <Section title="Answers">
        {answers.map(({ status, description: text, headers, payloads }) => (
          <Stack key={status} gap={6}>
            <Group gap="xs" wrap="nowrap" align="baseline">
              <Badge color="green">{status}</Badge>
              <Text size="sm">
                <MarkedText text={text} />
              </Text>
            </Group>
            {headers.length > 0 && (
              <Text size="xs" c="dimmed">
                Headers: {headers.join(', ')}
              </Text>
            )}
            {payloads.map((payload) => (
              <PayloadView
                key={payload.mediaType}
                payload={payload}
                named={named}
                what={`the example of answer ${status}`}
              />
            ))}
          </Stack>
        ))}
      </Section>
      {problems.length > 0 && (
        <Section title="Problems">
          <Table verticalSpacing={4} horizontalSpacing={0} aria-label="Problems">
            <Table.Tbody>
              {problems.map(({ code, status, title }) => (
                <Table.Tr key={code}>
                  <Table.Td w={52} c="dimmed">
                    {status}
                  </Table.Td>
                  <Table.Th scope="row" fw={400} pr="md">
                    <Code style={{ overflowWrap: 'anywhere' }}>{code}</Code>
                  </Table.Th>
                  <Table.Td>{title}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      )}
    </Stack>
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

/** Which token it takes. */
function Needs({ operation: { token, scope } }: { operation: Operation }) {
  if (token === 'none') return <Text size="sm">Open to everyone: it needs no token.</Text>;
  return (
    <Text size="sm">
      {token === 'optional'
        ? 'Works without a token; one that is sent has to be good'
        : 'Needs a token of this node in the header Authorization'}
      {scope !== undefined && (
        <>
          , with the right <Code>{scope}</Code>
        </>
      )}
      .{' '}
      <Anchor component={Link} to="/bots" inherit>
        Make a token
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
      <Text size="xs" c="dimmed">
        {mediaType === '*/*' ? 'Bytes of any media type' : mediaType}
      </Text>
      {schema && <SchemaFields schema={schema} named={named} />}
      {example !== undefined && <CodeExample code={JSON.stringify(example, null, 2)} what={what} />}
    </Stack>
  );
}
