import { Button } from '@mantine/core';
import { t } from '../lib/language.ts';
import { useChange } from '../lib/queries.ts';
import { ProblemAlert } from './problem-alert.tsx';

/** Starts a second node on this computer, to practise with. */
export function StartPractising({ variant = 'default' }: { variant?: 'filled' | 'default' }) {
  const start = useChange('ready', (node) => node.startPractice());
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
