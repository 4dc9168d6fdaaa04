import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconUser, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Author } from '../../../src/contract/dashboard-api/library/items.ts';
import { isSameAddress } from '../../lib/format/ton-address.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { TilePicture } from '../../ui/media/tile-picture.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { useSubscribe, useSubscriptions, useUnsubscribe } from '../following/index.ts';
import classes from './author.module.css';

interface AuthorHeadProps {
  author: Author;
  title: ReactNode;
}

/** Shows the name as a claim, the wallet, and the button that follows it. */
export function AuthorHead({ author: { address, names, mine }, title }: AuthorHeadProps) {
  const others = names.slice(1).map(({ name }) => name);
  return (
    <div className={classes.head}>
      <div className={classes.avatar} aria-hidden>
        <TilePicture url={null} icon={IconUser} id={address} />
      </div>
      <Stack gap={4} flex="1 1 14rem" miw={0}>
        {title}
        <Group gap={6}>
          <Text size="sm">{t('author.wallet')}</Text>
          <CopyableValue value={address} valueName={t('author.walletWhat')} short />
        </Group>
        {others.length > 0 && (
          <SmallNote>
            {t('author.alsoAs')} <bdi translate="no">{others.join(', ')}</bdi>
          </SmallNote>
        )}
        <SmallNote>{t(names.length > 0 ? 'author.claim' : 'author.noName')}</SmallNote>
      </Stack>
      {mine ? <Badge>{t('content.details.you')}</Badge> : <FollowButton address={address} />}
    </div>
  );
}

function FollowButton({ address }: { address: string }) {
  const { data: subscriptions, isLoadingError } = useSubscriptions();
  const followed = subscriptions?.find(
    ({ kind, value }) => kind === 'owner' && isSameAddress(value, address),
  );
  const subscribe = useSubscribe();
  const unsubscribe = useUnsubscribe(followed?.id ?? '');
  const press = () =>
    followed
      ? unsubscribe.mutate(undefined, { onError: notifyProblem })
      : subscribe.mutate({ kind: 'owner', value: address }, { onError: notifyProblem });
  // Replicas have no subscriptions.
  if (isLoadingError) return null;
  const Icon = followed ? IconUserMinus : IconUserPlus;
  return (
    <Button
      variant={followed ? 'default' : 'filled'}
      leftSection={<Icon size={16} aria-hidden />}
      disabled={!subscriptions}
      loading={subscribe.isPending || unsubscribe.isPending}
      onClick={press}
    >
      {t(followed ? 'following.unfollow' : 'following.follow')}
    </Button>
  );
}
