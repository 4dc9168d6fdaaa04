import { Stack, Text } from '@mantine/core';
import { ChainNotice } from '../../components/chain/chain-notice.tsx';
import { ChainOff } from '../../components/chain/chain-off.tsx';
import { PracticeBanner } from '../../components/chain/practice-banner.tsx';
import { ChooseFilesButton } from '../../components/choose-files-button.tsx';
import { Page } from '../../components/page.tsx';
import { useChain } from '../../lib/chain-queries.ts';
import { t } from '../../lib/language.ts';
import { FreshUploads } from './fresh-uploads.tsx';
import { StoredChoice } from './stored-choice.tsx';

/** Which file is to be published: one that is stored here, or one that is added now. */
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
          <Text size="sm" maw="46rem">
            {t('publish.choose.text')}
          </Text>
          <FreshUploads />
          <StoredChoice />
        </Stack>
      )}
    </Page>
  );
}
