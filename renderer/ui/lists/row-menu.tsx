import { ActionIcon, type MantineBreakpoint, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import type { BackState } from '../navigation/back-link.tsx';
import classes from './row-menu.module.css';

/** The page that an action opens. */
interface Target {
  to: string;
  state?: BackState;
}

interface ActionStyle {
  /** Whether the action cannot be undone. */
  danger?: boolean;
  hiddenFrom?: MantineBreakpoint;
}

/**
 * An action, a line between two groups, or a note instead of actions; false and null are left out. Entries after `more`
 * are shown on request.
 */
export type MenuEntry =
  | readonly [icon: typeof IconDots, label: string, action: (() => unknown) | Target, style?: ActionStyle]
  | 'line'
  | 'more'
  | { note: string }
  | false
  | null;

interface RowMenuProps {
  /** Name of the menu's item. */
  label: string;
  loading?: boolean;
  width?: number;
  entries(): readonly MenuEntry[];
}

/** The icon of a menu's button: three dots in one path, because scrolling renders hundreds of rows per second. */
const dots = (
  <svg className={classes.dots} viewBox="0 0 24 24" aria-hidden>
    <path d="M5 12h.01M12 12h.01M19 12h.01" />
  </svg>
);

/** Shows the actions for a row in a menu. */
export function RowMenu(props: RowMenuProps) {
  const { label, loading = false } = props;
  return (
    <LazyMenu label={label} loading={loading}>
      {() => <OpeningMenu {...props} />}
    </LazyMenu>
  );
}

interface LazyMenuProps extends Pick<RowMenuProps, 'label' | 'loading'> {
  /** Renders an `OpeningMenu`. */
  children(): ReactNode;
}

/**
 * Shows the button of a menu, which is created when the button is first pressed: scrolling renders hundreds of rows per
 * second, and unused menus would take a third of that time. The button is a plain element for the same reason.
 */
export function LazyMenu({ label, loading = false, children }: LazyMenuProps) {
  const [isMade, setIsMade] = useState(false);
  if (isMade) return children();
  if (loading) return <ActionIcon aria-label={label} loading />;
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsMade(true)}
    >
      {dots}
    </button>
  );
}

/**
 * A long menu scrolls within a low window. Otherwise it would have to move out of view with its row, and then close.
 */
const fitting = { flip: true, shift: true, size: true };

/** A menu that opens when it is mounted; its button takes the focus from the pressed one. */
export function OpeningMenu({ label, loading, width, entries }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    button.current?.focus({ preventScroll: true });
    setIsOpen(true);
  }, []);
  return (
    <Menu opened={isOpen} onChange={setIsOpen} middlewares={fitting} {...(width && { width })}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={label} loading={loading ?? false}>
          {dots}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown style={{ overflowY: 'auto' }}>
        <Entries entries={entries()} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Shows the entries; those after `more` only once `more` was pressed in the open menu. */
function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  const [hasMore, setHasMore] = useState(false);
  const more = entries.indexOf('more');
  const usual = more === -1 ? entries : entries.slice(0, more);
  const others = more === -1 ? [] : entries.slice(more + 1).filter(Boolean);
  // Keys by index, because the entries of a menu keep their positions.
  const shown = (list: readonly MenuEntry[], isNew: boolean) =>
    list.map((entry, index) => <Entry key={`${index}`} entry={entry} isFocused={isNew && index === 0} />);
  return (
    <>
      {shown(usual, false)}
      {others.length > 0 && <Menu.Divider />}
      {hasMore
        ? shown(others, true)
        : others.length > 0 && (
            <Menu.Item
              leftSection={<IconDots size={16} aria-hidden />}
              closeMenuOnClick={false}
              aria-expanded={false}
              onClick={() => setHasMore(true)}
            >
              {t('common.more')}
            </Menu.Item>
          )}
    </>
  );
}

interface EntryProps {
  entry: MenuEntry;
  /** Whether the item gets the focus when it appears. */
  isFocused: boolean;
}

function Entry({ entry, isFocused }: EntryProps) {
  const item = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (isFocused) item.current?.focus();
  }, [isFocused]);
  if (!entry || entry === 'more') return null;
  if (entry === 'line') return <Menu.Divider />;
  if ('note' in entry) return <Menu.Label>{entry.note}</Menu.Label>;
  const [Icon, label, action, { danger = false, ...others } = {}] = entry;
  const itemProps = {
    ...others,
    ...(danger && { c: 'var(--mantine-color-error)' }),
    leftSection: <Icon size={16} aria-hidden />,
  };
  return typeof action === 'function' ? (
    <Menu.Item ref={item as Ref<HTMLButtonElement>} {...itemProps} onClick={() => void action()}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item ref={item as Ref<HTMLAnchorElement>} {...itemProps} component={Link} {...action}>
      {label}
    </Menu.Item>
  );
}
