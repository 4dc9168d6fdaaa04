import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useAddFiles } from '../lib/add-files.ts';

/** Opens the system's dialog to choose files to store. */
export function ChooseFilesButton() {
  const addFiles = useAddFiles();
  return (
    <FileButton multiple onChange={addFiles} inputProps={{ 'aria-label': 'Files to store' }}>
      {(props) => (
        <Button {...props} leftSection={<IconUpload size={18} stroke={1.8} aria-hidden />}>
          Choose files
        </Button>
      )}
    </FileButton>
  );
}
