import { Anchor, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'react-router';

interface Done {
  /** What was done. */
  text: string;
  /** Page with the result, and the label of the link to it. */
  to: string;
  label: string;
}

/** Says what was done, and links to the result. */
export function notifyWithLink({ text, to, label }: Done): void {
  const shown = notifications.show({
    color: 'green',
    message: (
      <Group justify="space-between" gap="sm">
        {text}
        <Anchor component={Link} size="sm" to={to} onClick={() => notifications.hide(shown)}>
          {label}
        </Anchor>
      </Group>
    ),
  });
}
