import { Accordion, Badge, Code, Group, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { MarkedText } from '../../ui/values/marked-text.tsx';
import type { JsonSchema } from './openapi.ts';
import { OperationDetails } from './operation-details.tsx';
import classes from './operation-list.module.css';
import type { Operation } from './operations.ts';

interface OperationListProps {
  operations: Operation[];
  named: Readonly<Record<string, JsonSchema>>;
  open: readonly string[];
  onOpenChange(open: string[]): void;
}

const methodColors: Record<string, string> = { GET: 'blue', HEAD: 'gray', POST: 'green', DELETE: 'red' };

export function OperationList({ operations, named, open, onOpenChange }: OperationListProps) {
  return (
    <Accordion
      multiple
      variant="contained"
      order={3}
      chevron={<IconChevronDown size={16} aria-hidden />}
      value={open.filter((id) => operations.some((operation) => operation.id === id))}
      onChange={onOpenChange}
    >
      {operations.map((operation) => (
        <Accordion.Item
          key={operation.id}
          id={operation.id}
          value={operation.id}
          className={classes.item ?? ''}
        >
          <Accordion.Control>
            <Heading operation={operation} />
          </Accordion.Control>
          <Accordion.Panel>
            {open.includes(operation.id) && <OperationDetails operation={operation} named={named} />}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Heading({
  operation: { method, path, summary, deprecated, token, scope },
}: {
  operation: Operation;
}) {
  return (
    <Stack gap={4} pe="xs">
      <Group gap="xs" align="center">
        <Badge color={methodColors[method] ?? 'alcove'} miw={68}>
          {method}
        </Badge>
        <Code bg="transparent" px={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {path}
        </Code>
        {deprecated && <Badge color="orange">{t('api.operation.deprecated')}</Badge>}
        {token === 'required' && <Badge color="gray">{scope ?? t('api.operation.token')}</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        <bdi lang="en">
          <MarkedText text={summary} />
        </bdi>
      </Text>
    </Stack>
  );
}
