import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { SubscriptionRequest } from '../../../src/contract/dashboard-api/discovery.ts';
import type { RemoteContent } from '../../../src/contract/node-api/discovery.ts';
import { titleOf } from '../../lib/format/file-kind.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { followable, subscriptionLabel } from './following-labels.ts';
import { useSubscribe } from './following-queries.ts';

/** Opens a dialog that follows an author, owner or hashtag of a content. */
export function openFollowDialog(found: RemoteContent): void {
  openDialog({
    title: t('following.dialog.title', { title: titleOf(found) }),
    children: (close) => <FollowForm choices={followable(found)} onDone={close} />,
  });
}

interface FollowFormProps {
  /** At least one. */
  choices: SubscriptionRequest[];
  onDone(): void;
}

function FollowForm({ choices, onDone }: FollowFormProps) {
  const [chosen, setChosen] = useState('0');
  const subscribe = useSubscribe();
  const submit = () => {
    const choice = choices[Number(chosen)];
    if (choice === undefined || subscribe.isPending) return;
    subscribe.mutate(choice, {
      onSuccess: () => {
        notifications.show({
          color: 'green',
          message: t('following.dialog.done', { what: subscriptionLabel(choice) }),
        });
        onDone();
      },
    });
  };
  return (
    <Form onSubmit={submit}>
      <Text size="sm">{t('following.dialog.text')}</Text>
      <Radio.Group label={t('following.dialog.question')} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {choices.map((choice, index) => (
            <Radio
              key={`${choice.kind} ${choice.value}`}
              value={String(index)}
              label={choice.kind === 'content' ? t('following.dialog.thisFile') : subscriptionLabel(choice)}
              styles={{ label: { overflowWrap: 'anywhere' } }}
            />
          ))}
        </Stack>
      </Radio.Group>
      {subscribe.isError && <ProblemAlert error={subscribe.error} onClose={subscribe.reset} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={subscribe.isPending}>
          {t('following.follow')}
        </Button>
      </Group>
    </Form>
  );
}
