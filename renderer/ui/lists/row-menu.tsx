import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface RowMenuProps {
  /** Names what it is the menu of. */
  label: string;
  loading?: boolean;
  width?: number;
  children(): ReactNode;
}

/**
 * What can be done with a row, behind a button. It becomes a menu when its button is first pressed: rows of long lists go
 * by in hundreds a second, and a menu that nobody opens would be a third of their work.
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

/** Opens as it is made; its button takes over the focus of the one that was pressed. */
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
