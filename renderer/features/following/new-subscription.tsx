import { Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SubscriptionRequest } from '../../../src/contract/dashboard-api/discovery.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useSubscribe } from './following-queries.ts';

type Kind = SubscriptionRequest['kind'];

const kinds = ['hashtag', 'author', 'owner', 'content'] as const satisfies readonly Kind[];

function exampleOf(kind: Kind): string {
  if (kind === 'owner') return 'UQ…';
  return kind === 'content' ? 'bafk…' : t(`following.example.${kind}`);
}

/** Follows a name that the user enters, even if nothing of it is known yet. */
export function NewSubscription() {
  const [kind, setKind] = useState<Kind>('hashtag');
  const [value, setValue] = useState('');
  const subscribe = useSubscribe();
  const isEmpty = value.trim().replace(/^#/, '') === '';
  const submit = () => {
    if (isEmpty || subscribe.isPending) return;
    subscribe.mutate({ kind, value: value.trim() } as SubscriptionRequest, { onSuccess: () => setValue('') });
  };
  return (
    <Form gap="sm" onSubmit={submit}>
      <Group gap="sm" align="flex-end">
        <Select
          label={t('following.new.what')}
          w="9rem"
          data={kinds.map((each) => ({ value: each, label: t(`following.kind.${each}`) }))}
          value={kind}
          onChange={(chosen) => setKind(kinds.find((each) => each === chosen) ?? 'hashtag')}
          allowDeselect={false}
        />
        <TextInput
          flex="1 1 12rem"
          label={t(`following.field.${kind}`)}
          placeholder={exampleOf(kind)}
          maxLength={kind === 'hashtag' ? 101 : 100}
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" disabled={isEmpty} loading={subscribe.isPending}>
          {t('following.follow')}
        </Button>
      </Group>
      {subscribe.isError && <ProblemAlert error={subscribe.error} onClose={subscribe.reset} />}
    </Form>
  );
}
