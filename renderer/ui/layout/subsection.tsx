import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Subsection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs" miw={0}>
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}
