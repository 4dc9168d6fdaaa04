import { Title } from '@mantine/core';
import classes from './section-heading.module.css';

/** Shows the name of a section of a long list. */
export function SectionHeading({ label }: { label: string }) {
  return (
    <Title order={2} tabIndex={-1} className={classes.heading ?? ''}>
      {label}
    </Title>
  );
}
