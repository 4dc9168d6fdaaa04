import { VisuallyHidden } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { summarise, summaryText } from './upload-summary.ts';
import { useUploads } from './uploads.tsx';

/** Tells screen readers how the uploads stand, each time one of them ends. */
export function UploadAnnouncer() {
  const uploads = useUploads();
  return (
    <VisuallyHidden role="status" aria-label={t('frame.uploads')}>
      {uploads.length > 0 ? summaryText(summarise(uploads)) : ''}
    </VisuallyHidden>
  );
}
