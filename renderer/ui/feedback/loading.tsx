import { Skeleton, Stack } from '@mantine/core';

interface LoadingProps {
  label: string;
  /** Height of each row. */
  height: number | string;
  rows?: number;
}

export function Loading({ label, height, rows = 1 }: LoadingProps) {
  return (
    <Stack gap="xs" role="status" aria-busy="true" aria-label={label}>
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}
