import { Button, Menu } from '@mantine/core';
import { IconFolderPlus, IconFolderSearch, IconPlus, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { useAddFiles } from './use-add-files.ts';

/** Makes the system's dialog offer folders; React has no property for it. */
const folders = { webkitdirectory: '' };

/** Adds files or a folder, from every page. */
export function AddButton() {
  const addFiles = useAddFiles();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const add = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    addFiles([...(currentTarget.files ?? [])]);
    // Empties the field, because the user may select the same files again.
    currentTarget.value = '';
  };
  return (
    <>
      <input ref={files} type="file" multiple hidden aria-label={t('frame.addFiles')} onChange={add} />
      <input ref={folder} type="file" hidden aria-label={t('frame.addFolder')} onChange={add} {...folders} />
      <Menu>
        <Menu.Target>
          <Button
            size="compact-md"
            style={{ flexShrink: 0 }}
            leftSection={<IconPlus size={18} stroke={1.8} aria-hidden />}
          >
            {t('frame.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => files.current?.click()}
          >
            {t('frame.addFiles')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFolderPlus size={16} aria-hidden />}
            onClick={() => folder.current?.click()}
          >
            {t('frame.addFolder')}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={paths.folders}
            leftSection={<IconFolderSearch size={16} aria-hidden />}
          >
            {t('frame.watchFolder')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
