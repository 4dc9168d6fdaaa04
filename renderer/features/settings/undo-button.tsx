import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '../../lib/i18n/language.ts';

/** Stands in place of the button that made a change, for as long as one likes: not everybody is quick. */
export function UndoButton({ onUndo }: { onUndo(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that was pressed is gone; who pressed Enter in a field stays there.
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  return (
    <Button ref={button} size="compact-xs" variant="default" onClick={onUndo}>
      {t('settings.undo')}
    </Button>
  );
}
