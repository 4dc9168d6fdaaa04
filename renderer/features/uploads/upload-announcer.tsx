import { VisuallyHidden } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { summarise, summaryText } from './upload-summary.ts';
import { useUploads } from './uploads.tsx';

/** Announces the state of the uploads to screen readers each time one ends. */
export function UploadAnnouncer() {
  const uploads = useUploads();
  return (
    <VisuallyHidden role="status" aria-label={t('frame.uploads')}>
      {uploads.length > 0 ? summaryText(summarise(uploads)) : ''}
    </VisuallyHidden>
  );
}
