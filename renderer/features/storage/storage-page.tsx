import { SimpleGrid, Stack } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FirstRunHint } from '../onboarding/index.ts';
import { RecoveryCard } from '../recovery/index.ts';
import { useSettingValues } from '../settings/index.ts';
import { CheckCard } from './check-card.tsx';
import { FolderCard } from './folder-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { useStorage } from './storage-queries.ts';
import { DiskCard, StoredCard, UsageCard } from './usage-card.tsx';

/** Shows usage, limits, file health and the folder of the stored files. */
export function StoragePage() {
  const query = useStorage();
  const settings = useSettingValues().data;
  return (
    <Page title={t('frame.pages.storage')}>
      <FirstRunHint />
      <QueryState query={query} height={320} loading={t('storage.loading')}>
        {(storage) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <Stack gap="md" miw={0}>
              <UsageCard storage={storage} />
              <StoredCard />
              <DiskCard storage={storage} />
              <PeopleCard users={storage.by_user} />
            </Stack>
            <Stack gap="md" miw={0}>
              {settings && <LimitsCard limits={settings.storage} storage={storage} />}
              <CheckCard check={storage.check} damages={storage.damages} />
              <FolderCard storage={storage} />
              <RecoveryCard />
            </Stack>
          </SimpleGrid>
        )}
      </QueryState>
    </Page>
  );
}
