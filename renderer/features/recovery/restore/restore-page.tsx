import { Code, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  postRestorePreview,
  type RestorePreview,
} from '../../../../src/contract/dashboard-api/administration/recovery.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { t } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { BackLink } from '../../../ui/navigation/back-link.tsx';
import { useOverview } from '../../monitoring/index.ts';
import { RecoveryFileForm } from '../recovery-file-form.tsx';
import { bodyOf, type OpenedRecovery } from '../recovery-request.ts';
import { RestoreBegun } from '../restore-begun.tsx';
import { RestoreSummary } from './restore-summary.tsx';

type Step =
  | { name: 'file' }
  | { name: 'summary'; opened: OpenedRecovery; preview: RestorePreview }
  | { name: 'begun'; publicKey: string };

/** Replaces a new node by the node of a recovery file: selects the file, previews its content, restarts. */
export function RestorePage() {
  const { data } = useOverview();
  const [step, setStep] = useState<Step>({ name: 'file' });
  const navigate = useNavigate();
  const isBack = step.name === 'begun' && data?.node.public_key === step.publicKey;
  useEffect(() => {
    if (isBack) void navigate(paths.home, { replace: true });
  }, [isBack, navigate]);
  return (
    <>
      {step.name !== 'begun' && <BackLink to={paths.backup} label={t('frame.pages.backup')} />}
      <Page title={t('recovery.title')}>
        <Stack gap="md" maw="46rem">
          {step.name === 'begun' && <RestoreBegun />}
          {step.name !== 'begun' && data?.may_restore === false && <InUse />}
          {step.name === 'file' && data?.may_restore && (
            <RestoreFileForm onOpened={(opened, preview) => setStep({ name: 'summary', opened, preview })} />
          )}
          {step.name === 'summary' && data?.may_restore && (
            <RestoreSummary
              opened={step.opened}
              preview={step.preview}
              onBegun={(publicKey) => setStep({ name: 'begun', publicKey })}
              onBack={() => setStep({ name: 'file' })}
            />
          )}
        </Stack>
      </Page>
    </>
  );
}

function InUse() {
  return (
    <SectionCard title={t('recovery.inUse.title')}>
      <Text size="sm">{t('recovery.inUse.text')}</Text>
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        alcove recovery restore alcove.recovery --data-dir ~/alcove-restored
      </Code>
    </SectionCard>
  );
}

interface RestoreFileFormProps {
  onOpened(opened: OpenedRecovery, preview: RestorePreview): void;
}

/** Opens a recovery file without changing anything. */
function RestoreFileForm({ onOpened }: RestoreFileFormProps) {
  const previewing = useChange('storage', async (node, opened: OpenedRecovery) =>
    node.call(postRestorePreview, { body: await bodyOf(opened) }),
  );
  return (
    <SectionCard title={t('recovery.file.title')}>
      <Text size="sm">{t('recovery.file.text')}</Text>
      <RecoveryFileForm
        label={t('recovery.file.title')}
        submitLabel={t('recovery.file.look')}
        opening={previewing}
        onSubmit={(opened) =>
          previewing.mutate(opened, { onSuccess: (preview) => onOpened(opened, preview) })
        }
      />
    </SectionCard>
  );
}
