import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { FirstRunHint } from '../../components/first-run-hint.tsx';
import { Page } from '../../components/page.tsx';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { t } from '../../lib/language.ts';
import { useSettingValues } from '../../lib/settings-queries.ts';
import { useStorage } from '../../lib/storage-queries.ts';
import { CheckCard } from './check-card.tsx';
import { FolderCard } from './folder-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { PeopleCard } from './people-card.tsx';
import { RecoveryCard } from './recovery-card.tsx';
import { StoredCard } from './stored-card.tsx';
import { DiskCard, UsageCard } from './usage-card.tsx';

/** Who uses the store, how much it may take, whether it is whole, and where it lies. */
export function StoragePage() {
  const { data: storage, error, refetch } = useStorage();
  const settings = useSettingValues().data;
  return (
    <Page title={t('frame.pages.storage')}>
      <FirstRunHint />
      {error && !storage && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {!storage && !error && (
        <Skeleton height={320} role="status" aria-busy="true" aria-label={t('storage.loading')} />
      )}
      {storage && (
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
    </Page>
  );
}
