import { Box, Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { Loading } from '../feedback/loading.tsx';
import { ProblemAlert } from '../feedback/problem-alert.tsx';
import classes from './long-list.module.css';
import { NewerButton } from './newer-button.tsx';
import type { LongList as List } from './virtual/use-long-list.ts';

interface LongListProps {
  list: List<unknown>;
  /** Name of the loading list, until the first rows are loaded. */
  loading: string;
  /** Whether errors are shown elsewhere. */
  isQuiet?: boolean;
  /** Whether the rows have no surface of their own. */
  isBare?: boolean;
  /** Shown if there are no rows. */
  none: ReactNode;
  /** The table or grid. */
  children: ReactNode;
}

/** Shows a long list, or why it is empty, with loading errors and a button for newer rows. */
export function LongList({ list, loading, isQuiet = false, isBare = false, none, children }: LongListProps) {
  const { count, error, isOutdated } = list;
  return (
    <>
      {count === 0 && none}
      {count !== undefined && count > 0 && isBare && children}
      {count !== undefined && count > 0 && !isBare && (
        <Card padding={0} style={{ overflow: 'clip' }}>
          {children}
        </Card>
      )}
      {count === undefined && !error && <Loading rows={5} height={52} label={loading} />}
      {error && !isQuiet && (
        <Box className={classes.problem ?? ''}>
          <ProblemAlert error={error} onRetry={list.retry} />
        </Box>
      )}
      {isOutdated && !error && <NewerButton />}
    </>
  );
}
