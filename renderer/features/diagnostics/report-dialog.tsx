import { Button, Group, ScrollArea, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { ShellBridge } from '../../../src/contract/ipc.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';

/** Shows a problem report before it is saved. */
export function openReport(shell: ShellBridge): void {
  openDialog({
    modalId: 'report',
    title: t('desktop.report.title'),
    size: 'xl',
    children: () => <ReportDialog shell={shell} />,
  });
}

function ReportDialog({ shell }: { shell: ShellBridge }) {
  const copy = useCopy();
  const { data, error, refetch } = useQuery({
    queryKey: ['report'],
    queryFn: () => shell.invoke('report.make', undefined).catch(shellRefused),
    // The saved report is the one that the user read.
    staleTime: Infinity,
    gcTime: 0,
  });
  const save = async (): Promise<void> => {
    const { saved } = await shell.invoke('report.saveAs', undefined).catch(shellRefused);
    if (saved) notifications.show({ message: t('desktop.report.saved') });
  };
  if (error) return <ProblemAlert error={toCallError(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} role="status" aria-label={t('desktop.report.making')} />;
  return (
    <Stack gap="md">
      <Text size="sm">{t('desktop.report.text')}</Text>
      <ScrollArea.Autosize
        mah="50vh"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('desktop.report.label') }}
      >
        <Text
          component="pre"
          size="xs"
          ff="monospace"
          m={0}
          lang="en"
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {data.text}
        </Text>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => copy(data.text, t('desktop.report.copied'))}>
          {t('desktop.report.copy')}
        </Button>
        <Button onClick={() => save().catch(notifyProblem)}>{t('common.saveAs')}</Button>
      </Group>
    </Stack>
  );
}
