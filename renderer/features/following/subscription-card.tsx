import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Subscription } from '../../../src/contract/dashboard-api/discovery.ts';
import { t } from '../../lib/i18n/language.ts';
import { authorPathOf, foundAddress } from '../../lib/paths.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { TimeText } from '../../ui/values/time-text.tsx';
import { shownTitle, useContent } from '../stored-file/index.ts';
import { followedLabel, subscriptionLabel } from './following-labels.ts';
import { useUnsubscribe } from './following-queries.ts';

function useTitle({ kind, value, stored }: Subscription): string {
  const { data: file } = useContent(kind === 'content' && stored > 0 ? value : null);
  return file
    ? t('following.subscription.content', { value: shownTitle(file) })
    : subscriptionLabel({ kind, value });
}

/** Shows a subscription: how much is stored, why it is paused, and the button that ends it. */
export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { id, kind, value, created_at: since, message } = subscription;
  const end = useUnsubscribe(id);
  const title = useTitle(subscription);
  const address = foundAddress(subscription);
  const question = {
    title: t('following.card.ask.title'),
    text: t('following.card.ask.text', { title }),
    confirm: t('following.card.ask.confirm'),
  };
  return (
    <Card>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <Text fw={500} title={value} style={{ overflowWrap: 'anywhere' }}>
            {kind === 'owner' ? (
              <Anchor
                component={Link}
                to={authorPathOf(value)}
                state={{ backLabel: t('frame.pages.following') } satisfies BackState}
                inherit
                lh="1.5rem"
              >
                {title}
              </Anchor>
            ) : (
              title
            )}
          </Text>
          <Text size="sm">{followedLabel(subscription)}</Text>
          {message !== null && (
            <Text size="sm" c="var(--mantine-color-error)">
              <NodeMessage message={message} />
            </Text>
          )}
          <SmallNote>
            <TimeText text="following.card.since" at={since} direction="past" />
          </SmallNote>
        </Stack>
        <Group gap="sm">
          {address !== null && (
            <Anchor
              component={Link}
              to={address}
              size="sm"
              aria-label={t('following.card.showOf', { title })}
            >
              {t('following.card.show')}
            </Anchor>
          )}
          <ChangeButton change={end} question={question} aria-label={t('following.card.endOf', { title })}>
            {t('following.card.end')}
          </ChangeButton>
        </Group>
      </Group>
    </Card>
  );
}
