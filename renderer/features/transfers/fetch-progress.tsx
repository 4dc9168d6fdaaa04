import { Group, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Transfer } from '../../../src/contract/dashboard-api/fetch.ts';
import { percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { IconAction } from '../../ui/forms/icon-action.tsx';
import { transferLabel, transferWay } from './transfer-labels.ts';
import { useCancelTransfer } from './transfer-queries.ts';

/** Shows the progress of a fetch, or why it failed. */
export function FetchProgress({ transfer, title }: { transfer: Transfer; title: string }) {
  const { id, state, bytes_done: done, bytes_total: total, message } = transfer;
  const cancel = useCancelTransfer(id);
  const failed = state === 'failed';
  const label = t(failed ? 'discovery.fetch.dismissOf' : 'discovery.fetch.stopOf', { title });
  return (
    <Group wrap="nowrap" gap="xs" mt={4}>
      <Stack gap={4} miw={0} flex={1}>
        {!failed && (
          <Progress
            value={percentOf(done, total)}
            size="sm"
            aria-label={t('discovery.fetch.progress', { title })}
          />
        )}
        <Text
          size="xs"
          c={failed ? 'var(--mantine-color-error)' : 'dimmed'}
          style={{ overflowWrap: 'anywhere' }}
        >
          {!failed && `${transferWay(transfer)} · ${transferLabel(transfer)}`}
          {failed && (message === null ? t('discovery.fetch.failed') : <NodeMessage message={message} />)}
        </Text>
      </Stack>
      <IconAction
        icon={IconX}
        size="md"
        label={label}
        tooltip={t(failed ? 'common.dismiss' : 'common.stop')}
        loading={cancel.isPending}
        onClick={() => cancel.mutate(undefined, { onError: notifyProblem })}
      />
    </Group>
  );
}
