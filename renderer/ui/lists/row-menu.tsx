import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface RowMenuProps {
  /** Name of the menu's item. */
  label: string;
  loading?: boolean;
  width?: number;
  children(): ReactNode;
}

/**
 * Shows the actions for a row in a menu. The menu is created when its button is first pressed: scrolling renders
 * hundreds of rows a second, and unused menus would take a third of that work.
 */
export function RowMenu(props: RowMenuProps) {
  const [isMade, setIsMade] = useState(false);
  if (isMade) return <MadeMenu {...props} />;
  const { label, loading } = props;
  return (
    <ActionIcon
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      loading={loading ?? false}
      onClick={() => setIsMade(true)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
}

/** Opens when it is mounted; its button takes over the focus of the pressed one. */
function MadeMenu({ label, loading, width, children }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    button.current?.focus({ preventScroll: true });
    setIsOpen(true);
  }, []);
  return (
    <Menu opened={isOpen} onChange={setIsOpen} {...(width && { width })}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={label} loading={loading ?? false}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children()}</Menu.Dropdown>
    </Menu>
  );
}
