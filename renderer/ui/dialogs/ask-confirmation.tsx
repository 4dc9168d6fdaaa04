import { Text } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { openConfirmDialog } from './dialogs.ts';

export interface Question {
  title: string;
  text: string;
  confirm: string;
  /** Whether the action cannot be undone. */
  danger?: boolean;
  onConfirm(): void;
}

/** Asks for confirmation before an action that the user may not have intended. */
export function askConfirmation({ title, text, confirm, danger = false, onConfirm }: Question): void {
  openConfirmDialog({
    title,
    children: (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    ),
    labels: { confirm, cancel: t('common.cancel') },
    confirmProps: danger ? { color: 'red.9' } : {},
    onConfirm,
  });
}
