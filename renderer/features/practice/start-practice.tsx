import { Button } from '@mantine/core';
import { postPractice } from '../../../src/contract/dashboard-api/administration/practice.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';

/** Starts a second node on this computer for practice mode. */
export function StartPractice({ variant = 'default' }: { variant?: 'filled' | 'default' }) {
  const start = useChange('ready', (node) => node.call(postPractice, {}));
  return (
    <>
      <Button
        variant={variant}
        style={{ alignSelf: 'flex-start' }}
        loading={start.isPending}
        onClick={() => start.mutate(undefined)}
      >
        {t('common.startPractice')}
      </Button>
      {start.isError && <ProblemAlert error={start.error} onClose={start.reset} />}
    </>
  );
}
