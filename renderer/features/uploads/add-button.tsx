import { Button, FileButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { useAddFiles } from './use-add-files.ts';

/** Adds files, on every page. */
export function AddButton() {
  const addFiles = useAddFiles();
  return (
    <FileButton multiple onChange={addFiles} inputProps={{ 'aria-label': t('frame.addFiles') }}>
      {(props) => (
        <Button
          {...props}
          size="compact-md"
          style={{ flexShrink: 0 }}
          leftSection={<IconPlus size={18} stroke={1.8} aria-hidden />}
        >
          {t('frame.add')}
        </Button>
      )}
    </FileButton>
  );
}
