import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { t } from '../../../lib/i18n/language.ts';

/** Replaces the button that made a change. Has no time limit, so that slow users can undo the change. */
export function UndoButton({ onUndo }: { onUndo(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  // At once, because the frame moves a lost focus to the page after a moment.
  useLayoutEffect(() => {
    // Gets the focus if the pressed button had it; a user who pressed Enter in a field stays there.
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  return (
    <Button ref={button} size="compact-xs" variant="default" onClick={onUndo}>
      {t('settings.undo')}
    </Button>
  );
}
