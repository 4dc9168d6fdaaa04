import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import {
  type Dispatch,
  lazy,
  type RefObject,
  type SetStateAction,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../lib/i18n/language.ts';
import { loadCode } from '../../lib/session/page-code.ts';
import classes from './search.module.css';

const SearchDialog = lazy(() =>
  loadCode(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog })),
);

/** What was typed, and whether Enter was pressed after it. */
interface Typed {
  text: string;
  isEntered: boolean;
}

const nothing: Typed = { text: '', isEntered: false };

/** Types what is pressed after the shortcut and before the field has the focus, while the code is loaded. */
function useEarlyKeys(isOpen: boolean, onType: Dispatch<SetStateAction<Typed>>, onEscape: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const change = (edit: (before: string) => string) =>
      onType(({ text }) => ({ text: edit(text), isEntered: false }));
    const type = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, isComposing } = event;
      const isInDialog = target instanceof Element && target.closest('[role="dialog"]') !== null;
      if (isInDialog || altKey || ctrlKey || metaKey || isComposing) return;
      if (key === 'Escape') onEscape();
      else if (key === 'Enter') onType(({ text }) => ({ text, isEntered: text !== '' }));
      else if (key === 'Backspace') change((before) => before.slice(0, -1));
      else if ([...key].length === 1) change((before) => before + key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', type, { capture: true });
    return () => window.removeEventListener('keydown', type, { capture: true });
  }, [isOpen, onType, onEscape]);
}

/** Returns the focus to `opener` after the search, whose dialog is gone before it can do so itself. */
function useReturnedFocus(isOpen: boolean, opener: RefObject<Element | null>): void {
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      const { current } = opener;
      if (current instanceof HTMLElement && document.activeElement === document.body) {
        current.focus({ preventScroll: true });
      }
    };
  }, [isOpen, opener]);
}

const modifier = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Opens the search of the whole dashboard, whose code is loaded then. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(nothing);
  const opener = useRef<Element>(null);
  const open = () => {
    if (isOpen) return;
    opener.current = document.activeElement;
    setTyped(nothing);
    setOpen(true);
  };
  const close = () => setOpen(false);
  useEarlyKeys(isOpen, setTyped, close);
  useReturnedFocus(isOpen, opener);
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
      <Suspense>
        {isOpen && (
          <SearchDialog
            typed={typed.text}
            onType={(text) => setTyped({ text, isEntered: false })}
            isEntered={typed.isEntered}
            onEnter={() => setTyped(({ text }) => ({ text, isEntered: true }))}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
