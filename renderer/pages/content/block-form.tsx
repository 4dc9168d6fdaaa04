import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import type { LocalContent } from '../../../src/contract/local.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { openDialog } from '../../lib/dialogs.ts';
import { useChange } from '../../lib/queries.ts';

/**
 * Asks whether a content shall be blocked, and why.
 * @param content what to block; where it is not given, its id is asked for too
 */
export function openBlockDialog(content?: LocalContent): void {
  const modalId = openDialog({
    title: content ? `Block ${content.name}?` : 'Block a file by its content id',
    children: <BlockForm content={content} onDone={() => modals.close(modalId)} />,
  });
}

interface BlockFormProps {
  content: LocalContent | undefined;
  onDone(): void;
}

function BlockForm({ content, onDone }: BlockFormProps) {
  const [id, setId] = useState(content?.content_id ?? '');
  const [reason, setReason] = useState('');
  const block = useChange('blocked', (node, given: { id: string; reason: string }) =>
    node.block(given.id, given.reason),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim() === '' || block.isPending) return;
    block.mutate({ id: id.trim(), reason: reason.trim() }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          {content ? 'The file is removed from your node' : 'If the file is stored here, it is removed'}.
          Nobody gets it from here any more, and it is not taken again, whatever its name. You can lift the
          block later, but the file does not come back by itself.
        </Text>
        {!content && (
          <TextInput
            label="Content id"
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
        )}
        <Textarea
          label="Reason"
          description="For your own records; may be left empty"
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          {...(content && { 'data-autofocus': true })}
        />
        {block.isError && <ProblemAlert error={block.error} onClose={block.reset} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" loading={block.isPending} disabled={id.trim() === ''}>
            Block
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
