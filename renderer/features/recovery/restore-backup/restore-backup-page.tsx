import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { BackupRestoreState } from '../../../../src/contract/dashboard-api/administration/backup-restore.ts';
import { t } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { shell } from '../../../lib/shell/shell.ts';
import { NodeMessage } from '../../../ui/feedback/node-message.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { BackLink } from '../../../ui/navigation/back-link.tsx';
import { Note } from '../../../ui/values/texts.ts';
import { BackupProgress } from '../backup/backup-progress.tsx';
import { RecoveryProblem } from '../recovery-problem.tsx';
import { RestoreBegun } from '../restore-begun.tsx';
import { BackupSummary } from './backup-summary.tsx';
import {
  type FoundBackup,
  useBackupRestore,
  useCancelRestore,
  useFindBackup,
} from './restore-backup-queries.ts';

/** Replaces this node by the one of a full backup: selects the folder, previews it, restores, restarts. */
export function RestoreBackupPage() {
  const restore = useBackupRestore();
  return (
    <>
      {!restore.data?.restarting && <BackLink to={paths.backup} label={t('frame.pages.backup')} />}
      <Page title={t('frame.pages.restoreBackup')}>
        <Stack gap="md" maw="46rem">
          <QueryState query={restore} height={220} loadingLabel={t('frame.pages.restoreBackup')}>
            {(state) => <Step state={state} />}
          </QueryState>
        </Stack>
      </Page>
    </>
  );
}

function Step({ state }: { state: BackupRestoreState }) {
  const [found, setFound] = useState<FoundBackup>();
  const cancel = useCancelRestore();
  if (state.restarting) return <RestoreBegun />;
  if (state.running) {
    return (
      <SectionCard title={t('recovery.begun.title')}>
        <BackupProgress running={state.running} of="restore" cancel={cancel} />
      </SectionCard>
    );
  }
  if (!shell || !state.possible) return <ByCommand />;
  if (found)
    return (
      <BackupSummary found={found} onBack={() => setFound(undefined)} onBegun={() => setFound(undefined)} />
    );
  return <ChooseBackup stopped={state.stopped} onFound={setFound} />;
}

interface ChooseBackupProps {
  stopped: BackupRestoreState['stopped'];
  onFound(found: FoundBackup): void;
}

/** Opens a backup without changing anything; tells how the last restore ended. */
function ChooseBackup({ stopped, onFound }: ChooseBackupProps) {
  const find = useFindBackup();
  const button = useRef<HTMLButtonElement>(null);
  // The button of the cancelled restore, which had the focus, is gone.
  useEffect(() => {
    if (stopped && document.activeElement === document.body) button.current?.focus();
  }, [stopped]);
  return (
    <SectionCard title={t('recovery.restoreBackup.choose.title')}>
      <Text size="sm">{t('recovery.restoreBackup.choose.text')}</Text>
      {stopped?.message === null && <Note role="status">{t('recovery.restoreBackup.cancelled')}</Note>}
      {stopped?.message && (
        <Alert
          color="red"
          title={t('recovery.restoreBackup.failed')}
          icon={<IconAlertTriangle aria-hidden />}
          style={{ overflowWrap: 'anywhere' }}
        >
          <NodeMessage message={stopped.message} />
        </Alert>
      )}
      {find.isError && (
        <RecoveryProblem
          title={t('recovery.restoreBackup.notOpened')}
          error={find.error}
          onClose={find.reset}
        />
      )}
      <Group>
        <Button
          ref={button}
          loading={find.isPending}
          onClick={() => find.mutate(undefined, { onSuccess: (found) => found && onFound(found) })}
        >
          {t('recovery.restoreBackup.choose.button')}
        </Button>
      </Group>
    </SectionCard>
  );
}

/** For dashboards in a browser, which have no dialog for folders. */
function ByCommand() {
  return (
    <SectionCard title={t('recovery.restoreBackup.choose.title')}>
      <Text size="sm">{t('recovery.restoreBackup.byCommand')}</Text>
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        alcove restore FOLDER --data-dir ~/alcove-restored
      </Code>
    </SectionCard>
  );
}
