import { Stack } from '@mantine/core';
import { t } from '../../../lib/i18n/language.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { actionsColumn } from '../../../ui/lists/table-head.tsx';
import { Intro } from '../../../ui/values/texts.ts';
import { ChainNotice, ChainOff, PracticeBanner, useChain } from '../../chain/index.ts';
import { ContentSearch } from '../../content/index.ts';
import { ChooseFilesButton } from '../../uploads/index.ts';
import { ChoiceRow } from './choice-row.tsx';
import { FreshUploads } from './fresh-uploads.tsx';

/** Selects the file to sell: a stored one or a new upload. */
export function ChoosePage() {
  const isOff = useChain().data?.network === 'off';
  return (
    <Page title={t('publish.title')} actions={!isOff && <ChooseFilesButton />}>
      <PracticeBanner />
      {!isOff && <ChainNotice />}
      {isOff ? (
        <ChainOff page="publish" />
      ) : (
        <Stack gap="md">
          <Intro>{t('publish.choose.text')}</Intro>
          <FreshUploads />
          <ContentSearch
            label={t('publish.choose.files')}
            loading={t('publish.choose.loading')}
            rowHeight={59}
            columns={[{ label: t('content.columns.name') }, actionsColumn('10rem')]}
          >
            {(content, index) => <ChoiceRow content={content} index={index} />}
          </ContentSearch>
        </Stack>
      )}
    </Page>
  );
}
