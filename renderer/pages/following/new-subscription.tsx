import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SubscriptionRequest } from '../../../src/contract/local-network.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { useSubscribe } from '../../lib/found-queries.ts';

type Kind = SubscriptionRequest['kind'];

const kinds: Record<Kind, { label: string; field: string; example: string }> = {
  hashtag: { label: 'A hashtag', field: 'Hashtag', example: '#summer' },
  author: { label: 'An author', field: 'Name of the author', example: 'Ada Lovelace' },
  owner: { label: 'A wallet', field: 'Address of the wallet', example: 'UQ…' },
  content: { label: 'One file', field: 'Content id', example: 'bafk…' },
};
const order = Object.keys(kinds) as Kind[];

/** Follows what a person names, also before anything of it is known. */
export function NewSubscription() {
  const [kind, setKind] = useState<Kind>('hashtag');
  const [value, setValue] = useState('');
  const subscribe = useSubscribe();
  const isEmpty = value.trim().replace(/^#/, '') === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || subscribe.isPending) return;
    subscribe.mutate({ kind, value: value.trim() } as SubscriptionRequest, { onSuccess: () => setValue('') });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <Select
            label="What to follow"
            w="9rem"
            data={order.map((each) => ({ value: each, label: kinds[each].label }))}
            value={kind}
            onChange={(chosen) => setKind(order.find((each) => each === chosen) ?? 'hashtag')}
            allowDeselect={false}
          />
          <TextInput
            flex="1 1 12rem"
            label={kinds[kind].field}
            placeholder={kinds[kind].example}
            maxLength={kind === 'hashtag' ? 101 : 100}
            autoComplete="off"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button type="submit" disabled={isEmpty} loading={subscribe.isPending}>
            Follow
          </Button>
        </Group>
        {subscribe.isError && <ProblemAlert error={subscribe.error} onClose={subscribe.reset} />}
      </Stack>
    </form>
  );
}
