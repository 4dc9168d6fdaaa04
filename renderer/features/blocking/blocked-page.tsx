import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { type BlockedContent, deleteBlocked } from '../../../src/contract/dashboard-api/content.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { BackLink } from '../../ui/navigation/back-link.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { DateTime } from '../../ui/values/date-time.tsx';
import { Intro, SmallNote } from '../../ui/values/texts.ts';
import { openBlockDialog } from './block-form.tsx';
import { useBlocked } from './blocking-queries.ts';

/** Lists the contents that this node refuses to store and serve. */
export function BlockedPage() {
  const query = useBlocked();
  const { data } = query;
  return (
    <>
      <BackLink to="/content" label={t('frame.pages.content')} />
      <Page
        title={t('content.blocked.title')}
        note={data && data.length > 0 && t('common.files', { count: data.length })}
        actions={
          <Button
            variant="default"
            leftSection={<IconShieldX size={18} stroke={1.8} aria-hidden />}
            onClick={() => openBlockDialog()}
          >
            {t('content.blocked.blockById')}
          </Button>
        }
      >
        <Intro>{t('content.blocked.text')}</Intro>
        {data && data.length > 0 && (
          <BareList gap="sm" aria-label={t('content.blocked.title')}>
            {data.map((blocked) => (
              <li key={blocked.content_id}>
                <BlockedCard blocked={blocked} />
              </li>
            ))}
          </BareList>
        )}
        {data?.length === 0 && (
          <EmptyCard
            icon={IconShieldCheck}
            title={t('content.blocked.nothing.title')}
            description={t('content.blocked.nothing.text')}
          />
        )}
        <QueryState query={query} height={90} loading={t('content.blocked.loading')} />
      </Page>
    </>
  );
}

function BlockedCard({ blocked: { content_id: id, reason, blocked_at: at } }: { blocked: BlockedContent }) {
  const unblock = useChange('blocked', (node) => node.call(deleteBlocked, { params: { id } }));
  const question = {
    title: t('content.blocked.lift.title'),
    text: t('content.blocked.lift.text', { id }),
    confirm: t('content.blocked.lift.confirm'),
  };
  return (
    <Card padding="md">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <CopyableValue value={id} what={t('content.details.what.contentId')} />
          <Text size="sm" style={{ overflowWrap: 'anywhere' }} c={reason === '' ? 'dimmed' : 'inherit'}>
            {reason === '' ? t('content.blocked.noReason') : <bdi>{reason}</bdi>}
          </Text>
          <SmallNote>
            <Trans i18nKey="content.blocked.at" components={{ time: <DateTime at={at} /> }} />
          </SmallNote>
        </Stack>
        <ChangeButton
          change={unblock}
          question={question}
          aria-label={t('content.blocked.lift.of', { id: shorten(id) })}
        >
          {t('content.blocked.lift.button')}
        </ChangeButton>
      </Group>
    </Card>
  );
}
