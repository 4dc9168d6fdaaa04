import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Notice } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';

/** Shows the notices of the node, e.g. that its key is stored unencrypted. */
export function Notices({ notices }: { notices: Notice[] }) {
  return notices.map(({ code, severity, message }) => {
    const serious = severity === 'warning';
    const Icon = serious ? IconAlertTriangle : IconInfoCircle;
    return (
      <Alert key={code} role="note" color={serious ? 'yellow' : 'blue'} icon={<Icon aria-hidden />}>
        <NodeMessage message={message} />
      </Alert>
    );
  });
}
