import { Text } from '@mantine/core';
import type { RestorePreview } from '../../../../src/contract/dashboard-api/recovery.ts';
import { useChange } from '../../../lib/api/queries.ts';
import type { OpenedRecovery } from '../../../lib/api/recovery-calls.ts';
import { t } from '../../../lib/i18n/language.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { RecoveryFileForm } from '../recovery-file-form.tsx';

interface RestoreFileFormProps {
  onOpened(opened: OpenedRecovery, preview: RestorePreview): void;
}

/** Opens a recovery file without changing anything. */
export function RestoreFileForm({ onOpened }: RestoreFileFormProps) {
  const look = useChange('storage', (node, opened: OpenedRecovery) => node.previewRestore(opened));
  return (
    <SectionCard title={t('restore.file.title')}>
      <Text size="sm">{t('restore.file.text')}</Text>
      <RecoveryFileForm
        label={t('restore.file.title')}
        submitLabel={t('restore.file.look')}
        opening={look}
        onSubmit={(opened) => look.mutate(opened, { onSuccess: (preview) => onOpened(opened, preview) })}
      />
    </SectionCard>
  );
}
