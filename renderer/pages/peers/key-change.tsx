import { Alert, Button, DataList, Stack, Text } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { CopyableValue } from '../../components/copyable-value.tsx';
import { askFirst } from '../../lib/ask-first.tsx';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { useChange } from '../../lib/queries.ts';

interface KeyChangeProps {
  host: string;
  /** The key that this node trusted so far. */
  pinned: string | null;
  /** The key that the host answers with now. */
  offered: string;
}

/** A host that suddenly answers with another key: both keys, and the choice to trust the new one. */
export function KeyChange({ host, pinned, offered }: KeyChangeProps) {
  const accept = useChange('peers', (node) => node.acceptKey(host, offered));
  const ask = () =>
    askFirst({
      title: 'Trust the new key?',
      text: `From now on only the new key counts for ${host}. Do this only when its operator confirmed the change.`,
      confirm: 'Trust the new key',
      cancel: 'Not now',
      danger: true,
      onConfirm: () => accept.mutate(undefined, { onError: notifyProblem }),
    });

  return (
    <Alert
      role="note"
      color="red"
      title="This node answers with another key"
      icon={<IconShieldExclamation aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm">
          Its operator may have set it up anew, or someone else may be answering in its place. It is not used
          until you decide. Compare the new key with one that the operator tells you.
        </Text>
        <DataList orientation="vertical" gap="xs">
          {pinned !== null && (
            <DataList.Item>
              <DataList.ItemLabel>Known key</DataList.ItemLabel>
              <DataList.ItemValue>
                <CopyableValue value={pinned} what="the known key" />
              </DataList.ItemValue>
            </DataList.Item>
          )}
          <DataList.Item>
            <DataList.ItemLabel>New key</DataList.ItemLabel>
            <DataList.ItemValue>
              <CopyableValue value={offered} what="the new key" />
            </DataList.ItemValue>
          </DataList.Item>
        </DataList>
        <Button
          size="xs"
          color="red.9"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={accept.isPending}
          onClick={ask}
        >
          Accept the new key…
        </Button>
      </Stack>
    </Alert>
  );
}
