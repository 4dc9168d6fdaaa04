import { List, Text } from '@mantine/core';
import type { InputError } from '../../../src/contract/problems.ts';
import type { CallError } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from './node-message.tsx';

/** What happened this time and what to do; small where it is in another language than the title, which says it then. */
export function ProblemDetail({ problem: { detail, detailLanguage: lang } }: { problem: CallError }) {
  if (lang === undefined) {
    return (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Text>
    );
  }
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {t('problems.inEnglish')} <span lang={lang}>{detail}</span>
    </Text>
  );
}

/** Every place of the input that the node does not take. */
export function InvalidPlaces({ errors }: { errors: readonly InputError[] }) {
  if (errors.length === 0) return null;
  return (
    <List size="sm" mt={4}>
      {errors.map(({ path, message }) => (
        <List.Item key={`${path} ${message}`}>
          {path && <bdi translate="no">{`${path}: `}</bdi>}
          <NodeMessage>{message}</NodeMessage>
        </List.Item>
      ))}
    </List>
  );
}
