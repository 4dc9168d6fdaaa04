import { Text } from '@mantine/core';
import { openConfirmDialog } from './dialogs.ts';

interface Question {
  title: string;
  text: string;
  confirm: string;
  cancel: string;
  /** What follows cannot be taken back. */
  danger?: boolean;
  onConfirm(): void;
}

/** Asks for a confirmation before something that a person may not have meant. */
export function askConfirmation({ title, text, confirm, cancel, danger = false, onConfirm }: Question): void {
  openConfirmDialog({
    title,
    children: (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    ),
    labels: { confirm, cancel },
    confirmProps: danger ? { color: 'red.9' } : {},
    onConfirm,
  });
}
