import { Card, EmptyState } from '@mantine/core';
import type { IconFile } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyCardProps {
  icon: typeof IconFile;
  title: string;
  description: ReactNode;
  /** `status` announces the result of a search to screen readers. */
  role?: 'status';
  /** Buttons for the next step. */
  children?: ReactNode;
}

export function EmptyCard({ icon: Icon, children, ...texts }: EmptyCardProps) {
  return (
    <Card>
      <EmptyState icon={<Icon stroke={1.4} aria-hidden />} {...texts}>
        {children && <EmptyState.Actions>{children}</EmptyState.Actions>}
      </EmptyState>
    </Card>
  );
}
