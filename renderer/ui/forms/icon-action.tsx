import { ActionIcon, Tooltip } from '@mantine/core';
import type { IconX } from '@tabler/icons-react';

interface IconActionProps {
  icon: typeof IconX;
  label: string;
  /** A shorter text than `label`, which also names the object of the action. */
  tooltip?: string;
  size?: 'md' | 'lg';
  loading?: boolean;
  /** Whether a button that switches something is on. */
  isPressed?: boolean;
  onClick(): void;
}

/** A button without a text. */
export function IconAction({ icon: Icon, label, tooltip = label, size = 'lg', ...props }: IconActionProps) {
  const { isPressed, ...button } = props;
  return (
    <Tooltip label={tooltip}>
      <ActionIcon
        aria-label={label}
        size={size}
        aria-pressed={isPressed}
        variant={isPressed ? 'light' : 'subtle'}
        {...button}
      >
        <Icon size={size === 'md' ? 16 : 18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
