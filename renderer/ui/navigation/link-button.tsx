import { Button, type ButtonProps } from '@mantine/core';
import { Link, type LinkProps } from 'react-router';

/** A button that opens a page. */
export function LinkButton(props: ButtonProps & Omit<LinkProps, keyof ButtonProps>) {
  return <Button component={Link} variant="default" {...props} />;
}
