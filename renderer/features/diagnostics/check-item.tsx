import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Message } from '../../../src/contract/messages/message.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { type CheckResult, resultLabel } from './self-test-labels.ts';

interface CheckItemProps {
  title: Message;
  result: CheckResult;
  /** null while the result is awaited. */
  detail: Message | null;
  remedy: Message | null;
}

/** Shows one check with its result and remedy. */
export function CheckItem({ title, result, detail, remedy }: CheckItemProps) {
  const { label, color } = resultLabel(result);
  return (
    <Stack component="li" gap={2}>
      <Group gap={8}>
        {/* Aligns the names for all results. */}
        <Badge color={color} miw="5.5rem">
          {label}
        </Badge>
        <Text size="sm" fw={600}>
          <NodeMessage message={title} />
        </Text>
      </Group>
      {detail !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <NodeMessage message={detail} />
        </Text>
      )}
      {remedy !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit fw={600}>
            {t('common.whatToDo')}
          </Text>{' '}
          <NodeMessage message={remedy} />
        </Text>
      )}
    </Stack>
  );
}
