import { List, Text } from '@mantine/core';
import type { InputError } from '../../../src/contract/problems.ts';
import type { CallError } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { messageOf } from '../../lib/i18n/node-messages.ts';
import { SmallNote } from '../values/texts.ts';
import { NodeMessage } from './node-message.tsx';

/** Shows the details of an error, in small type if their language differs from that of the title. */
export function ProblemDetail({ problem: { detail, detailLanguage: lang } }: { problem: CallError }) {
  if (lang === undefined) {
    return (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Text>
    );
  }
  return (
    <SmallNote style={{ overflowWrap: 'anywhere' }}>
      {t('problems.inEnglish')} <span lang={lang}>{detail}</span>
    </SmallNote>
  );
}

export function InputErrors({ errors }: { errors: readonly InputError[] }) {
  if (errors.length === 0) return null;
  return (
    <List size="sm" mt={4}>
      {errors.map((error) => (
        <List.Item key={`${error.path} ${error.message}`}>
          {error.path && <bdi translate="no">{`${error.path}: `}</bdi>}
          <InputErrorText error={error} />
        </List.Item>
      ))}
    </List>
  );
}

export function InputErrorText({ error }: { error: InputError }) {
  const message = messageOf(error);
  return message ? <NodeMessage message={message} /> : <bdi lang="en">{error.message}</bdi>;
}
