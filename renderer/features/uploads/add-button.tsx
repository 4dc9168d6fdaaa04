import { Button, Menu } from '@mantine/core';
import { IconFolderPlus, IconFolderSearch, IconPlus, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { Link } from 'react-router';
import { useDashboardClient } from '../../lib/api/dashboard-client-context.tsx';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { loadCode } from '../../lib/session/page-code.ts';
import { shell } from '../../lib/shell/shell.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
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
          <WatchItem />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Chooses a folder to be watched; a browser cannot, so there it leads to the page with the command. */
function WatchItem() {
  const node = useDashboardClient();
  const icon = <IconFolderSearch size={16} aria-hidden />;
  if (!shell) {
    return (
      <Menu.Item component={Link} to={paths.folders} leftSection={icon}>
        {t('frame.watchFolder')}
      </Menu.Item>
    );
  }
  const choose = async () => {
    const { chooseFolder } = await loadCode(() => import('../watched-folders/index.ts'));
    await chooseFolder(node);
  };
  return (
    <Menu.Item leftSection={icon} onClick={() => choose().catch(notifyProblem)}>
      {t('frame.watchFolder')}
    </Menu.Item>
  );
}
