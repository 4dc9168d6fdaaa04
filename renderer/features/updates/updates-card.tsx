import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShellBridge } from '../../../src/contract/ipc.ts';
import type { UpdateState } from '../../../src/contract/shell/updates.ts';
import { formatBytes, percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell as desktopShell } from '../../lib/shell/shell.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { Note } from '../../ui/values/texts.ts';
import { isUnderWay, useUploads } from '../uploads/index.ts';
import { updatesKey, useUpdateState } from './update-state.ts';

/** Shows updates of the desktop app; nothing in a browser. */
export function UpdatesCard() {
  return desktopShell && <ShellUpdates shell={desktopShell} />;
}

function ShellUpdates({ shell }: { shell: ShellBridge }) {
  const { data: state, error, refetch } = useUpdateState(shell);
  const setAutomatic = useUpdateStep((automatic: boolean) => shell.invoke('updates.setAutomatic', automatic));
  return (
    <SectionCard title={t('updates.title')}>
      {error && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {state && (
        <>
          <Status state={state} />
          <Steps shell={shell} state={state} />
          {state.status.kind !== 'unavailable' && (
            <Switch
              label={t('updates.automatic')}
              description={t('updates.automaticDescription')}
              checked={state.automatic}
              onChange={(event) => setAutomatic.mutate(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </SectionCard>
  );
}

function Status({ state }: { state: UpdateState }) {
  const { status, version, checked_at: checkedAt } = state;
  const words = updateLabel(state);
  return (
    <>
      {status.kind === 'failed' ? (
        <Alert
          // `status`, because each visit shows it again and an alert would interrupt screen readers without need.
          role="status"
          color={status.reason === 'bad_signature' ? 'red' : 'yellow'}
          icon={<IconAlertTriangle aria-hidden />}
        >
          {words}
        </Alert>
      ) : (
        // No live region during a download, because screen readers would announce every change of the progress.
        <Text size="sm" {...(status.kind !== 'downloading' && { role: 'status' })}>
          {words}
        </Text>
      )}
      {status.kind === 'downloading' && (
        <Progress value={percentOf(status.bytes_done, status.bytes)} aria-label={t('updates.progress')} />
      )}
      <Note>
        {t('updates.version', { version })}{' '}
        {checkedAt !== null && (
          <>
            {t('updates.checkedAt')} <RelativeTime at={checkedAt} direction="past" />.
          </>
        )}
      </Note>
    </>
  );
}

function Steps({ shell, state: { status } }: { shell: ShellBridge; state: UpdateState }) {
  const check = useUpdateStep(() => shell.invoke('updates.check', undefined));
  const download = useUpdateStep(() => shell.invoke('updates.download', undefined));
  const cancel = useUpdateStep(() => shell.invoke('updates.cancel', undefined));
  const error = check.error ?? download.error ?? cancel.error;
  return (
    <>
      {error && <ProblemAlert error={error} />}
      {status.kind === 'ready' && <RestartButton shell={shell} />}
      {status.kind === 'downloading' && (
        <Group>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('common.cancel')}
          </Button>
        </Group>
      )}
      {!['unavailable', 'ready', 'downloading'].includes(status.kind) && (
        <Group gap="sm">
          {status.kind === 'offered' && (
            <Button onClick={() => download.mutate()}>{t('common.download')}</Button>
          )}
          <Button variant="default" loading={status.kind === 'checking'} onClick={() => check.mutate()}>
            {t('common.checkNow')}
          </Button>
        </Group>
      )}
    </>
  );
}

/** Restarts the app, after confirmation if work is in progress. */
function RestartButton({ shell }: { shell: ShellBridge }) {
  const uploads = useUploads().filter(isUnderWay).length;
  const [unfinished, setUnfinished] = useState(0);
  const [error, setError] = useState<unknown>();
  const restart = async () => {
    setError(undefined);
    setUnfinished(uploads);
    if (uploads > 0) return;
    const answer = await shell.invoke('updates.restart', undefined).catch(shellRefused);
    setUnfinished(answer.unfinished);
  };
  return (
    <>
      <Group>
        <Button onClick={() => restart().catch(setError)}>{t('updates.restart')}</Button>
      </Group>
      {unfinished > 0 && (
        <Text size="sm" role="status">
          {t('updates.unfinished', { count: unfinished })}
        </Text>
      )}
      {error !== undefined && <ProblemAlert error={error} />}
    </>
  );
}

/** Runs a step in the shell, and shows the returned state at once. */
function useUpdateStep<Input = void>(step: (input: Input) => Promise<UpdateState>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => step(input).catch(shellRefused),
    onSuccess: (state) => queries.setQueryData(updatesKey, state),
  });
}

/** Returns the state of updates in one or two sentences. */
function updateLabel({ status, version }: UpdateState): string {
  switch (status.kind) {
    case 'unavailable':
      return t(`updates.unavailable.${status.reason}`);
    case 'unchecked':
      return t('updates.unchecked');
    case 'checking':
      return t('updates.checking');
    case 'current':
      return t('updates.current', { version });
    case 'staged':
      return t('updates.staged', { offered: status.offered });
    case 'unsupported':
      return t('updates.unsupported', { offered: status.offered });
    case 'offered':
      return t('updates.offered', { offered: status.offered, size: formatBytes(status.bytes) });
    case 'downloading':
      return t('updates.downloading', {
        offered: status.offered,
        done: formatBytes(status.bytes_done),
        size: formatBytes(status.bytes),
      });
    case 'ready':
      return t('updates.ready', { offered: status.offered });
    case 'failed':
      return t(`updates.failed.${status.reason}`);
  }
}
