import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldX } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { type BlockedContent, deleteBlocked } from '../../../src/contract/dashboard-api/content.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { shorten } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { CopyableValue } from '../../ui/values/copyable-value.tsx';
import { DateTime } from '../../ui/values/date-time.tsx';
import { Intro, Note, SmallNote } from '../../ui/values/texts.ts';
import { openBlockDialog } from './block-form.tsx';
import { useBlocked } from './blocking-queries.ts';

/** Lists the files that this node refuses to store and serve. */
export function BlockedCard() {
  const query = useBlocked();
  const { data } = query;
  return (
    <SectionCard
      title={t('content.blocked.title')}
      aside={data && data.length > 0 && <Note>{t('common.files', { count: data.length })}</Note>}
    >
      <Intro>{t('content.blocked.text')}</Intro>
      {data && data.length > 0 && (
        <BareList gap="sm" aria-label={t('content.blocked.title')}>
          {data.map((blocked) => (
            <li key={blocked.content_id}>
              <BlockedFile blocked={blocked} />
            </li>
          ))}
        </BareList>
      )}
      {data?.length === 0 && <Note>{t('content.blocked.nothing.title')}</Note>}
      <QueryState query={query} height={90} loadingLabel={t('content.blocked.loading')} />
      <Group>
        <Button
          variant="default"
          leftSection={<IconShieldX size={18} stroke={1.8} aria-hidden />}
          onClick={() => openBlockDialog()}
        >
          {t('content.blocked.blockById')}
        </Button>
      </Group>
    </SectionCard>
  );
}

function BlockedFile({ blocked: { content_id: id, reason, blocked_at: at } }: { blocked: BlockedContent }) {
  const unblock = useChange('blocked', (node) => node.call(deleteBlocked, { params: { id } }));
  const question = {
    title: t('content.blocked.lift.title'),
    text: t('content.blocked.lift.text', { id }),
    confirm: t('content.blocked.lift.confirm'),
  };
  return (
    <Box>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 16rem">
          <CopyableValue value={id} valueName={t('content.details.what.contentId')} />
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
    </Box>
  );
}
