import { Text } from '@mantine/core';
import {
  postRestorePreview,
  type RestorePreview,
} from '../../../../src/contract/dashboard-api/administration/recovery.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { t } from '../../../lib/i18n/language.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { RecoveryFileForm } from '../recovery-file-form.tsx';
import { bodyOf, type OpenedRecovery } from '../recovery-request.ts';

interface RestoreFileFormProps {
  onOpened(opened: OpenedRecovery, preview: RestorePreview): void;
}

/** Opens a recovery file without changing anything. */
export function RestoreFileForm({ onOpened }: RestoreFileFormProps) {
  const look = useChange('storage', async (node, opened: OpenedRecovery) =>
    node.call(postRestorePreview, { body: await bodyOf(opened) }),
  );
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
