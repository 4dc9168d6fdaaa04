import { Box, Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { Loading } from '../feedback/loading.tsx';
import { ProblemAlert } from '../feedback/problem-alert.tsx';
import classes from './long-list.module.css';
import { NewerButton } from './newer-button.tsx';
import type { LongList as List } from './virtual/use-long-list.ts';

interface LongListProps {
  list: List<unknown>;
  /** Said until the first rows are loaded. */
  loading: string;
  /** What goes wrong is said elsewhere. */
  isQuiet?: boolean;
  /** Said where there are no rows. */
  none: ReactNode;
  /** The table. */
  children: ReactNode;
}

/** The rows of a long list, or why there are none; and that there are newer ones, or some could not be loaded. */
export function LongList({ list, loading, isQuiet = false, none, children }: LongListProps) {
  const { count, error, isOutdated } = list;
  return (
    <>
      {count === 0 && none}
      {count !== undefined && count > 0 && (
        <Card padding={0} style={{ overflow: 'clip' }}>
          {children}
        </Card>
      )}
      {count === undefined && !error && <Waiting label={loading} />}
      {error && !isQuiet && (
        <Box className={classes.problem ?? ''}>
          <ProblemAlert error={error} onRetry={list.retry} />
        </Box>
      )}
      {isOutdated && !error && <NewerButton />}
    </>
  );
}

function Waiting({ label }: { label: string }) {
  return <Loading rows={5} height={52} label={label} />;
}
