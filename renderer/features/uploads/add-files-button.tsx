import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { useAddFiles } from './use-add-files.ts';

interface ChooseFilesButtonProps {
  variant?: 'filled' | 'default';
  /** The collection to which the files are added as entries. */
  collectionId?: string;
}

/** Opens the system's dialog to select files to upload. */
export function AddFilesButton({ variant = 'filled', collectionId }: ChooseFilesButtonProps) {
  const addFiles = useAddFiles(collectionId);
  return (
    <FileButton multiple onChange={addFiles} inputProps={{ 'aria-label': t('content.filesToAdd') }}>
      {(props) => (
        <Button {...props} variant={variant} leftSection={<IconUpload size={18} stroke={1.8} aria-hidden />}>
          {t('content.addFiles')}
        </Button>
      )}
    </FileButton>
  );
}
