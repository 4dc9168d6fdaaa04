import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { useLive } from './live.tsx';

/** Tells screen readers once that the node cannot be heard, once that no more is tried, and once that it can be heard again. */
export function ConnectionAnnouncer() {
  const { state } = useLive();
  const [said, setSaid] = useState<'lost' | 'stopped' | 'back' | null>(null);
  // While it connects again, what was said last still holds.
  const isAway = state === 'lost' || state === 'stopped';
  const now = isAway ? state : state === 'live' && said !== null ? 'back' : said;
  if (now !== said) setSaid(now);
  return (
    <VisuallyHidden role="status">
      {now === 'lost' && t('frame.connectionLost.title')}
      {now === 'stopped' && t('frame.connectionStopped.title')}
      {now === 'back' && t('frame.connectionLost.back')}
    </VisuallyHidden>
  );
}
