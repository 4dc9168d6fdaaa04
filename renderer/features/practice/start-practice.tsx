import { Button, type ButtonProps, Loader } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { deletePractice, postPractice } from '../../../src/contract/dashboard-api/administration/practice.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { useOverview } from '../monitoring/index.ts';

const useStart = () =>
  useChange('ready', async (node) => {
    await node.call(postPractice, {});
    notifications.show({ color: 'green', message: t('common.practiceStarted') });
  });

const useStop = () =>
  useChange('ready', async (node) => {
    await node.call(deletePractice, {});
    notifications.show({ color: 'green', message: t('common.practiceStopped') });
  });

interface BusyButtonProps extends ButtonProps {
  isBusy: boolean;
  onClick(): void;
}

/** Keeps the focus while it is busy, which a disabled button loses. */
function BusyButton({ isBusy, onClick, ...button }: BusyButtonProps) {
  return (
    <Button
      {...button}
      style={{ alignSelf: 'flex-start' }}
      leftSection={isBusy && <Loader size={14} color="currentColor" aria-hidden />}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onClick}
    />
  );
}

/** Starts a second node on this computer for practice mode. */
export function StartPractice({ variant = 'default' }: Pick<ButtonProps, 'variant'>) {
  const start = useStart();
  return (
    <>
      <BusyButton variant={variant} isBusy={start.isPending} onClick={() => start.mutate(undefined)}>
        {t('common.startPractice')}
      </BusyButton>
      {start.isError && <ProblemAlert error={start.error} onClose={start.reset} />}
    </>
  );
}

/** Starts practice mode, or stops it; one button, so that the focus stays on it. */
export function PracticeButton() {
  const start = useStart();
  const stop = useStop();
  const { data } = useOverview();
  const isOn = data?.network.mode === 'practice';
  // Only private nodes practise.
  if (!data || (data.node.node_type === 'public' && !isOn)) return null;
  const failed = start.isError ? start : stop;
  const ask = () =>
    askConfirmation({
      title: t('overview.network.stop.title'),
      text: t('overview.network.stop.text'),
      confirm: t('overview.network.stop.confirm'),
      onConfirm: () => stop.mutate(undefined),
    });
  return (
    <>
      <BusyButton
        size="xs"
        variant="default"
        isBusy={start.isPending || stop.isPending}
        onClick={isOn ? ask : () => start.mutate(undefined)}
      >
        {isOn ? t('overview.network.stop.confirm') : t('common.startPractice')}
      </BusyButton>
      {failed.isError && <ProblemAlert error={failed.error} onClose={failed.reset} />}
    </>
  );
}
