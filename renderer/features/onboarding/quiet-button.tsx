import { Anchor, type AnchorProps, type ElementProps } from '@mantine/core';

/** Shows a secondary action with the height of the button beside it, but less prominent. */
export function QuietButton(props: AnchorProps & ElementProps<'button', keyof AnchorProps>) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      c="dimmed"
      lh="1.5rem"
      py={{ base: 8, xs: 6 }}
      miw={{ base: 40, xs: 0 }}
      {...props}
    />
  );
}
