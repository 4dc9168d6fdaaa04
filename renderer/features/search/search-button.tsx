import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { loadCode } from '../../lib/session/page-code.ts';
import { provenNode } from '../../lib/session/session.ts';
import classes from './search.module.css';

const SearchDialog = lazy(() =>
  loadCode(async () => {
    await provenNode();
    return { default: (await import('./search-dialog.tsx')).SearchDialog };
  }),
);

const modifier = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Opens the search of the whole dashboard, whose code is loaded then. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  // Also in fields, because the shortcut types no character.
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <UnstyledButton
        className={classes.field ?? ''}
        visibleFrom="sm"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Group gap="xs" wrap="nowrap">
          <IconSearch size={16} aria-hidden />
          <Text size="sm" flex={1}>
            {t('search.open')}
          </Text>
          <Kbd size="xs" aria-hidden>
            {modifier} K
          </Kbd>
        </Group>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        hiddenFrom="sm"
        aria-label={t('search.open')}
        onClick={open}
      >
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Suspense>{isOpen && <SearchDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
