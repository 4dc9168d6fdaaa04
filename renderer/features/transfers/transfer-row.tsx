import { Group, Progress, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClock,
  IconDownload,
  IconFolderDown,
  IconPlayerPause,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { memo } from 'react';
import type { Transfer } from '../../../src/contract/dashboard-api/fetch.ts';
import { percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { IconAction } from '../../ui/forms/icon-action.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { transferLabel, transferName, transferWay } from './transfer-labels.ts';
import { useCancelTransfer } from './transfer-queries.ts';

/** Offset of the name beside its icon, in pixels. */
const belowName = 32;

/** Shows a transfer: progress, the reason why it waits or failed, and the button to cancel it. */
export const TransferRow = memo(function Row({ transfer }: { transfer: Transfer }) {
  const { id, kind, state, bytes_done: done, bytes_total: total, message } = transfer;
  const cancel = useCancelTransfer(id);
  const name = transferName(transfer);
  const label = t(state === 'failed' ? 'transfers.takeOff' : 'transfers.cancel', { name });
  return (
    <Stack component="li" gap={6} aria-label={name}>
      <Group wrap="nowrap" gap="sm">
        <StateIcon kind={kind} state={state} />
        <Stack gap={0} miw={0} flex={1}>
          <Text size="sm" truncate title={name} translate="no">
            {name}
          </Text>
          <SmallNote style={{ overflowWrap: 'anywhere' }}>
            {transferWay(transfer)} · {transferLabel(transfer)}
          </SmallNote>
        </Stack>
        <IconAction
          icon={IconX}
          label={label}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onError: notifyProblem })}
        />
      </Group>
      {state !== 'failed' && total !== null && (
        <Progress
          ms={belowName}
          value={percentOf(done, total)}
          size="sm"
          aria-label={t('transfers.progress', { name })}
        />
      )}
      {message !== null && (
        <Text ms={belowName} size="sm" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
          <NodeMessage message={message} />
        </Text>
      )}
    </Stack>
  );
});

const runningIcons = { fetch: IconDownload, share: IconUpload, import: IconFolderDown };
const stateIcons = { waiting: IconClock, paused: IconPlayerPause, failed: IconAlertTriangle };

function StateIcon({ kind, state }: Pick<Transfer, 'kind' | 'state'>) {
  const Icon = state === 'running' ? runningIcons[kind] : stateIcons[state];
  return (
    <Icon
      size={20}
      stroke={1.7}
      aria-hidden
      color={state === 'failed' ? 'var(--mantine-color-error)' : 'var(--mantine-color-dimmed)'}
      style={{ flexShrink: 0 }}
    />
  );
}
