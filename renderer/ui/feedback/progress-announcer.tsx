import { VisuallyHidden } from '@mantine/core';
import { formatPercent } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';

interface ProgressAnnouncerProps {
  /** Name of the activity. */
  label: string;
  /** Progress from 0 to 1. */
  share: number;
}

/** Announces the progress of a long activity to screen readers at every quarter. */
export function ProgressAnnouncer({ label, share }: ProgressAnnouncerProps) {
  return (
    <VisuallyHidden role="status">
      {t('common.labelled', { label, value: formatPercent(Math.floor(share * 4) / 4) })}
    </VisuallyHidden>
  );
}
