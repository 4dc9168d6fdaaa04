import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Notice } from '../../../src/contract/local.ts';
import { NodeWords } from '../../components/node-words.tsx';

/** What the person should know about this node, e.g. that its key lies unprotected. */
export function Notices({ notices }: { notices: Notice[] }) {
  return notices.map(({ code, severity, message }) => {
    const serious = severity === 'warning';
    const Icon = serious ? IconAlertTriangle : IconInfoCircle;
    return (
      <Alert key={code} role="note" color={serious ? 'yellow' : 'blue'} icon={<Icon aria-hidden />}>
        <NodeWords>{message}</NodeWords>
      </Alert>
    );
  });
}
