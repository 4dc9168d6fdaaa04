import { Stack, type StackProps } from '@mantine/core';

interface BareListProps
  extends Pick<StackProps, 'gap' | 'className' | 'aria-label' | 'aria-labelledby' | 'children'> {
  as?: 'ul' | 'ol';
}

/** Shows list items below each other, without bullets. */
export function BareList({ as = 'ul', ...props }: BareListProps) {
  return <Stack component={as} p={0} m={0} style={{ listStyle: 'none' }} {...props} />;
}
