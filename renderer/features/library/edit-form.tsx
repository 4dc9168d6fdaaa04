import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type LocalContent, patchContent } from '../../../src/contract/dashboard-api/content.ts';
import type { ContentEdit } from '../../../src/contract/node-api/content.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { useIsOnlyHere } from '../monitoring/index.ts';
import { type Details, DetailsFields, detailsOf, editOf, publishedLabel } from '../stored-file/index.ts';

/** Opens a dialog that edits the record of a content; the bytes cannot change, because the id is their hash. */
export function openEditDialog(content: LocalContent): void {
  openDialog({
    title: t('content.edit.title', { name: content.name }),
    size: 'lg',
    children: (close) => <EditForm content={content} onDone={close} />,
  });
}

function EditForm({ content, onDone }: { content: LocalContent; onDone(): void }) {
  const [details, setDetails] = useState(() => detailsOf(content));
  const set = (part: Partial<Details>) => setDetails((before) => ({ ...before, ...part }));
  const save = useChange('content', (node, edit: ContentEdit) =>
    node.call(patchContent, { params: { id: content.content_id }, body: edit }),
  );
  const { title, published } = details;
  const isOnlyOwners = useIsOnlyHere() === true && content.shares.length === 0;
  const untitled = title.trim() === '';

  const submit = () => {
    if (untitled || save.isPending) return;
    const edit = editOf(content, details);
    if (Object.keys(edit).length === 0) onDone();
    else save.mutate(edit, { onSuccess: onDone });
  };

  return (
    <Form onSubmit={submit}>
      <DetailsFields
        details={details}
        onChange={set}
        titleProblem={untitled && t('content.edit.untitled')}
        autoFocus
      />
      <Switch
        label={t('content.publishedBadge')}
        description={publishedLabel(published, isOnlyOwners)}
        checked={published}
        onChange={(event) => set({ published: event.currentTarget.checked })}
      />
      {save.isError && <ProblemAlert error={save.error} onClose={save.reset} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('common.save')}
        </Button>
      </Group>
    </Form>
  );
}
