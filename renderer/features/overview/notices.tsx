import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { Notice } from '../../../src/contract/dashboard-api/administration/monitoring.ts';
import { t } from '../../lib/i18n/language.ts';
import { translateNodeMessage } from '../../lib/i18n/node-messages.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';

/** Notices that have a title where the message is in another language than the dashboard. */
const titled = [
  'address_missing',
  'dashboard_port_taken',
  'key_unprotected',
  'node_restored',
  'port_taken',
  'settings_damaged',
  'store_mark_renewed',
  'store_move_ended',
  'store_not_moved',
] as const;

/** Shows the notices of the node, e.g. that its key is stored unencrypted. */
export function Notices({ notices }: { notices: Notice[] }) {
  return notices.map(({ code, severity, message }) => {
    const serious = severity === 'warning';
    const name = translateNodeMessage(message).lang && titled.find((each) => each === code);
    const Icon = serious ? IconAlertTriangle : IconInfoCircle;
    return (
      <Alert
        key={code}
        role="note"
        color={serious ? 'yellow' : 'blue'}
        icon={<Icon aria-hidden />}
        {...(name && { title: t(`overview.notices.${name}`) })}
      >
        <NodeMessage>{message}</NodeMessage>
      </Alert>
    );
  });
}
