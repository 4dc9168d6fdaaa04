import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { postSelfTest } from '../../../src/contract/dashboard-api/administration/diagnostics.ts';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { formatExactTime } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { useCopy } from '../../ui/values/use-copy.ts';
import { CheckItem } from './check-item.tsx';
import { byUrgency, outcomeLabel, selfTestText } from './self-test-labels.ts';

/** Runs the self-test and shows its results. */
export function openSelfTest(): void {
  openDialog({ title: t('diagnostics.title'), size: 'lg', children: () => <SelfTestDialog /> });
}

function SelfTestDialog() {
  const node = useDashboardClient();
  const copy = useCopy();
  const { mutate: run, ...test } = useMutation({ mutationFn: () => node.call(postSelfTest, {}) });
  const { data, error, isPending } = test;
  useEffect(() => run(), [run]);

  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {data &&
          !isPending &&
          t('diagnostics.checked', {
            outcome: outcomeLabel(data.checks),
            time: formatExactTime(data.checked_at),
          })}
        {isPending && t('diagnostics.text')}
      </Text>
      {isPending && <Progress value={100} animated aria-label={t('diagnostics.checking')} />}
      {error && !isPending && <ProblemAlert error={error} onRetry={run} />}
      {data && !isPending && (
        <>
          <BareList gap="md" aria-label={t('diagnostics.label')}>
            {byUrgency(data.checks).map(({ id, ...check }) => (
              <CheckItem key={id} {...check} />
            ))}
          </BareList>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => copy(selfTestText(data), t('diagnostics.copied'))}>
              {t('diagnostics.copy')}
            </Button>
            <Button variant="default" onClick={() => run()}>
              {t('diagnostics.checkAgain')}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
