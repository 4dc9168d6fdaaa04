import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Notice } from '../../../src/contract/local.ts';
import { NodeWords } from '../../components/node-words.tsx';
import { t, useLanguage } from '../../lib/language.ts';

/** Those that have a title in other languages, where the message is English. */
const titled = [
  'key_unprotected',
  'node_restored',
  'port_taken',
  'settings_damaged',
  'store_not_moved',
] as const;

/** What the person should know about this node, e.g. that its key lies unprotected. */
export function Notices({ notices }: { notices: Notice[] }) {
  const language = useLanguage();
  return notices.map(({ code, severity, message }) => {
    const serious = severity === 'warning';
    const name = language === 'en' ? undefined : titled.find((each) => each === code);
    const Icon = serious ? IconAlertTriangle : IconInfoCircle;
    return (
      <Alert
        key={code}
        role="note"
        color={serious ? 'yellow' : 'blue'}
        icon={<Icon aria-hidden />}
        {...(name && { title: t(`overview.notices.${name}`) })}
      >
        <NodeWords>{message}</NodeWords>
      </Alert>
    );
  });
}
