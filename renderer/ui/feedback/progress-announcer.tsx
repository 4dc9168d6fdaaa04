import { VisuallyHidden } from '@mantine/core';
import { formatPercent } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';

interface ProgressAnnouncerProps {
  /** What goes on. */
  label: string;
  /** How far it is, from 0 to 1. */
  share: number;
}

/** Tells screen readers how far something is that takes long, a quarter at a time. */
export function ProgressAnnouncer({ label, share }: ProgressAnnouncerProps) {
  return (
    <VisuallyHidden role="status">
      {t('common.labelled', { label, value: formatPercent(Math.floor(share * 4) / 4) })}
    </VisuallyHidden>
  );
}
