import { Stack } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { Page } from '../../ui/layout/page.tsx';
import { useOverview } from '../monitoring/index.ts';
import { BackupCard } from './backup/backup-card.tsx';
import { RecoveryCard } from './recovery-card.tsx';
import { RestoreCard } from './restore-card.tsx';

/** Shows backups and the recovery file of the node, and restores a node that is still unused. */
export function BackupPage() {
  const mayRestore = useOverview().data?.may_restore ?? false;
  return (
    <Page title={t('frame.pages.backup')}>
      <Stack gap="md" maw="52rem">
        <BackupCard />
        <RecoveryCard />
        {mayRestore && <RestoreCard />}
      </Stack>
    </Page>
  );
}
