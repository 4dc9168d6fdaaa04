import { Card, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, type Ref, useId } from 'react';

interface SectionCardProps {
  title: string;
  /** Shown at the right of the heading. */
  aside?: ReactNode;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** Shows a titled card, which is a region for screen readers. */
export function SectionCard({ title, aside, ref, children }: SectionCardProps) {
  const headingId = useId();
  return (
    <Card component="section" aria-labelledby={headingId} {...(ref && { ref })}>
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} id={headingId} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}
