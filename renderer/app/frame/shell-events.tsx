import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { givenFilesField, type PageEvent, type ShellBridge } from '../../../src/contract/ipc.ts';
import { openReport } from '../../features/diagnostics/index.ts';
import { useAddFiles } from '../../features/uploads/index.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { hasTypedText, watchTyping } from './typed-text.ts';

/** Asks before a link replaces a form; a second link replaces the first. */
function offerLink(open: () => unknown): void {
  const id = 'link';
  notifications.hide(id);
  notifications.show({
    id,
    autoClose: false,
    title: t('desktop.link.title'),
    message: (
      <Stack gap="xs" align="start">
        <Text size="sm">{t('desktop.link.text')}</Text>
        <Button
          size="xs"
          onClick={() => {
            notifications.hide(id);
            open();
          }}
        >
          {t('desktop.link.open')}
        </Button>
      </Stack>
    ),
  });
}

/** Handles requests of the shell in the page: its menu, the tray, links, and files opened with the app. */
export function ShellEvents({ shell }: { shell: ShellBridge }) {
  const navigate = useNavigate();
  const addFiles = useAddFiles();
  const onEvent = (event: PageEvent): void => {
    switch (event.kind) {
      case 'go':
        return void navigate(event.path);
      case 'link':
        return hasTypedText() ? offerLink(() => navigate(event.path)) : void navigate(event.path);
      case 'find':
        return focusSearch(() => navigate(paths.library));
      case 'report':
        return openReport(shell);
      case 'toast':
        notifications.show({
          color: 'orange',
          autoClose: event.stays ? false : 10_000,
          title: event.title,
          message: event.message,
        });
    }
  };
  const latest = useRef(onEvent);
  latest.current = onEvent;

  useEffect(watchTyping, []);
  useEffect(() => {
    const end = shell.onEvent((event) => latest.current(event));
    void shell.invoke('page.listen', undefined);
    return end;
  }, [shell]);

  return (
    <input
      id={givenFilesField}
      type="file"
      multiple
      hidden
      aria-label={t('desktop.say.label')}
      onChange={({ currentTarget }) => {
        addFiles([...(currentTarget.files ?? [])]);
        // Empties the field, because the user may select the same file again.
        currentTarget.value = '';
      }}
    />
  );
}

const field = () => document.querySelector<HTMLInputElement>('main input[type="search"]');
/** Animation frames within which a page must appear. */
const maxFrames = 60;

/** Focuses the search field of this page; without one, calls `goWhereOneCan`, which opens a page that has one. */
function focusSearch(goWhereOneCan: () => void): void {
  if (!field()) goWhereOneCan();
  let left = maxFrames;
  const tryNow = (): void => {
    const found = field();
    found?.focus();
    found?.select();
    left -= 1;
    if (!found && left > 0) requestAnimationFrame(tryNow);
  };
  tryNow();
}
