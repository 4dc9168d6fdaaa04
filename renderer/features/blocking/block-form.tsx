import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type LocalContent, postBlocked } from '../../../src/contract/dashboard-api/content.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';

/** Opens a dialog that blocks a content with a reason; without `content` it asks for the id. */
export function openBlockDialog(content?: LocalContent): void {
  openDialog({
    title: content ? t('content.block.file', { name: content.name }) : t('content.block.byId'),
    children: (close) => <BlockForm content={content} onDone={close} />,
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
    node.call(postBlocked, { body: { content_id: given.id, reason: given.reason } }),
  );
  const submit = () => {
    if (id.trim() === '' || block.isPending) return;
    block.mutate({ id: id.trim(), reason: reason.trim() }, { onSuccess: onDone });
  };
  return (
    <Form onSubmit={submit}>
      <Text size="sm">{t(content ? 'content.block.text' : 'content.block.textById')}</Text>
      {!content && (
        <TextInput
          label={t('content.block.contentId')}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
      )}
      <Textarea
        label={t('content.block.reason')}
        description={t('content.block.reasonHint')}
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
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="red.9" loading={block.isPending} disabled={id.trim() === ''}>
          {t('content.block.button')}
        </Button>
      </Group>
    </Form>
  );
}
