import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { useEventFeed } from './event-feed-context.tsx';

/** Announces once to screen readers that the connection is lost, that attempts have stopped, or that it is restored. */
export function ConnectionAnnouncer() {
  const { state } = useEventFeed();
  const [announced, setAnnounced] = useState<'lost' | 'stopped' | 'back' | null>(null);
  // The previous announcement stays while an attempt runs.
  const isAway = state === 'lost' || state === 'stopped';
  const now = isAway ? state : state === 'live' && announced !== null ? 'back' : announced;
  if (now !== announced) setAnnounced(now);
  return (
    <VisuallyHidden role="status">
      {now === 'lost' && t('frame.connectionLost.title')}
      {now === 'stopped' && t('frame.connectionStopped.title')}
      {now === 'back' && t('frame.connectionLost.back')}
    </VisuallyHidden>
  );
}
