import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows a title that opens further text. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="details">
      <Text component="summary" size="sm" lh="1.5rem" style={{ cursor: 'pointer' }}>
        {title}
      </Text>
      {children}
    </Box>
  );
}
