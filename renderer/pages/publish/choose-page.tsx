import { Stack, Text } from '@mantine/core';
import { ChainNotice } from '../../components/chain/chain-notice.tsx';
import { ChainOff } from '../../components/chain/chain-off.tsx';
import { PracticeBanner } from '../../components/chain/practice-banner.tsx';
import { ChooseFilesButton } from '../../components/choose-files-button.tsx';
import { Page } from '../../components/page.tsx';
import { useChain } from '../../lib/chain-queries.ts';
import { FreshUploads } from './fresh-uploads.tsx';
import { StoredChoice } from './stored-choice.tsx';

/** Which file is to be published: one that is stored here, or one that is added now. */
export function ChoosePage() {
  const isOff = useChain().data?.network === 'off';
  return (
    <Page title="Publish" actions={!isOff && <ChooseFilesButton />}>
      <PracticeBanner />
      {!isOff && <ChainNotice />}
      {isOff ? (
        <ChainOff />
      ) : (
        <Stack gap="md">
          <Text size="sm" maw="46rem">
            Choose a file to publish with a price, or drop one anywhere in this window. Its title, its authors
            and its price become public, and buyers pay you directly.
          </Text>
          <FreshUploads />
          <StoredChoice />
        </Stack>
      )}
    </Page>
  );
}
