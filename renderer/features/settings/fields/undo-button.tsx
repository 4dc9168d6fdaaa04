import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '../../../lib/i18n/language.ts';

/** Replaces the button that made a change, without a time limit, so that slow users can undo it. */
export function UndoButton({ onUndo }: { onUndo(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A pressed button is gone; a user who pressed Enter in a field keeps the focus there.
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  return (
    <Button ref={button} size="compact-xs" variant="default" onClick={onUndo}>
      {t('settings.undo')}
    </Button>
  );
}
