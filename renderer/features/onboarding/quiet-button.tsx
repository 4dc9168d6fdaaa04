import { Anchor, type AnchorProps, type ElementProps } from '@mantine/core';

/** What one may do instead, as high as the button beside which it stands: nobody takes it for what to do. */
export function QuietButton(props: AnchorProps & ElementProps<'button', keyof AnchorProps>) {
  return <Anchor component="button" type="button" size="sm" c="dimmed" lh="1.5rem" py={6} {...props} />;
}
