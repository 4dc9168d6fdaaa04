import { Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../../lib/i18n/language.ts';
import { sellPathOf } from '../../../lib/paths.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { BareList } from '../../../ui/lists/bare-list.tsx';
import { actionsColumn } from '../../../ui/lists/table-head.tsx';
import { Intro } from '../../../ui/values/texts.ts';
import { ChainNotice, ChainOff, PracticeBanner, useChain } from '../../chain/index.ts';
import { ContentSearch } from '../../library/index.ts';
import { AddFilesButton, UploadRow, useUploadQueue, useUploads } from '../../uploads/index.ts';
import { ChoiceRow } from './choice-row.tsx';

/** Selects the file to sell: a stored one or a new upload. */
export function ChoosePage() {
  const isOff = useChain().data?.network === 'off';
  return (
    <Page title={t('selling.title')} actions={!isOff && <AddFilesButton />}>
      <PracticeBanner />
      {!isOff && <ChainNotice withStore />}
      {isOff ? (
        <ChainOff page="publish" />
      ) : (
        <Stack gap="md">
          <Intro>{t('selling.choose.text')}</Intro>
          <FreshUploads />
          <ContentSearch
            label={t('selling.choose.files')}
            loading={t('content.loading')}
            rowHeight={59}
            columns={[{ label: t('content.columns.name') }, actionsColumn({ base: '8rem', sm: '10rem' })]}
          >
            {(content, index) => <ChoiceRow content={content} index={index} />}
          </ContentSearch>
        </Stack>
      )}
    </Page>
  );
}

/** Lists the uploads of this page. Opens the form as soon as a single upload is stored. */
function FreshUploads() {
  const queue = useUploadQueue();
  const navigate = useNavigate();
  const [before] = useState(() => new Set(queue.uploads().map(({ id }) => id)));
  const fresh = useUploads().filter(({ id }) => !before.has(id));
  const [only] = fresh;
  const stored = fresh.length === 1 ? only?.result?.content.content_id : undefined;

  useEffect(() => {
    if (stored !== undefined) void navigate(sellPathOf(stored));
  }, [stored, navigate]);

  const shown = fresh.filter(({ status }) => status !== 'stored');
  if (shown.length === 0) return null;
  return (
    <SectionCard title={t('selling.choose.uploads')}>
      <BareList gap="md">
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </BareList>
    </SectionCard>
  );
}
