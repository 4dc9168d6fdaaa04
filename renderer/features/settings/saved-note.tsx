import { Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/language.ts';

interface SavedNoteProps {
  /** Whether the last change is saved, and no other one has begun. */
  isSaved: boolean;
  /** Shown beside the note. */
  children?: ReactNode;
}

/** Shows and announces that changes were saved. */
export function SavedNote({ isSaved, children }: SavedNoteProps) {
  return (
    <>
      <VisuallyHidden role="status">{isSaved && t('settings.saved')}</VisuallyHidden>
      {isSaved && (
        <Group gap="xs">
          <IconCheck size={16} aria-hidden />
          <Text size="sm" aria-hidden>
            {t('settings.saved')}
          </Text>
          {children}
        </Group>
      )}
    </>
  );
}
