import type { ParseKeys } from 'i18next';
import { Trans } from 'react-i18next';
import { RelativeTime } from './relative-time.tsx';

interface TimeTextProps {
  /** A text with the element `<time/>`. */
  text: ParseKeys;
  at: string;
  direction: 'past' | 'future';
}

/** Shows a text with a time in it, which is updated regularly. */
export function TimeText({ text, ...time }: TimeTextProps) {
  return <Trans i18nKey={text as 'auth.pending.expires'} components={{ time: <RelativeTime {...time} /> }} />;
}
