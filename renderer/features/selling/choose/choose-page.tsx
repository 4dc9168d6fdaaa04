import { Stack } from '@mantine/core';
import { t } from '../../../lib/i18n/language.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { Intro } from '../../../ui/values/texts.ts';
import { ChainNotice, ChainOff, PracticeBanner, useChain } from '../../chain/index.ts';
import { ChooseFilesButton } from '../../uploads/index.ts';
import { FreshUploads } from './fresh-uploads.tsx';
import { StoredChoice } from './stored-choice.tsx';

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
          <StoredChoice />
        </Stack>
      )}
    </Page>
  );
}
