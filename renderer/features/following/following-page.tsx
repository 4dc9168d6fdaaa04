import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { useState } from 'react';
import type { SubscriptionRequest } from '../../../src/contract/dashboard-api/discovery.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { useSubscribe, useSubscriptions } from './following-queries.ts';
import { SubscriptionCard } from './subscription-card.tsx';

export function FollowingPage() {
  const subscriptions = useSubscriptions();
  const { data } = subscriptions;
  const bytes = data?.reduce((sum, { stored_bytes }) => sum + stored_bytes, 0) ?? 0;
  return (
    <Page
      title={t('frame.pages.following')}
      note={bytes > 0 && t('following.keptHere', { size: formatBytes(bytes) })}
    >
      {!subscriptions.isLoadingError && (
        <SectionCard title={t('following.new.title')}>
          <Intro>{t('following.new.text')}</Intro>
          <NewSubscription />
        </SectionCard>
      )}
      {data && data.length > 0 && (
        <BareList gap="sm" aria-label={t('following.list')}>
          {data.map((subscription) => (
            <li key={subscription.id}>
              <SubscriptionCard subscription={subscription} />
            </li>
          ))}
        </BareList>
      )}
      {data?.length === 0 && (
        <EmptyCard
          icon={IconHeart}
          title={t('following.nothing.title')}
          description={t('following.nothing.text')}
        >
          <LinkButton to={paths.free}>{t('transfers.nothing.look')}</LinkButton>
        </EmptyCard>
      )}
      <QueryState query={subscriptions} height={90} loadingLabel={t('following.loading')} />
    </Page>
  );
}

type Kind = SubscriptionRequest['kind'];

const kinds = ['hashtag', 'author', 'owner', 'content'] as const satisfies readonly Kind[];

function exampleOf(kind: Kind): string {
  if (kind === 'owner') return 'UQ…';
  return kind === 'content' ? 'bafk…' : t(`following.example.${kind}`);
}

/** Follows a name that the user enters, even if no content with it is known yet. */
function NewSubscription() {
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
