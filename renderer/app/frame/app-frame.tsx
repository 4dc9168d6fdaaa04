import { AppShell, Burger, Container, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { LanguageSwitch, ThemeSwitch } from '../../features/appearance/index.ts';
import { PauseIndicator } from '../../features/network-activity/index.ts';
import { TransfersIndicator } from '../../features/transfers/index.ts';
import { DropZone, UploadAnnouncer } from '../../features/uploads/index.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { pageTitleId } from '../../ui/layout/page.tsx';
import { AppIcon } from '../../ui/media/app-icon.tsx';
import { headerHeight } from '../../ui/theme/theme.ts';
import { ConnectionAnnouncer } from '../connection/connection-announcer.tsx';
import { ConnectionBanner } from '../connection/connection-banner.tsx';
import { ConnectionStatus } from '../connection/connection-status.tsx';
import classes from './app-frame.module.css';
import { MainNavigation } from './main-navigation.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { ShellEvents } from './shell-events.tsx';
import { useRestoredFocus } from './use-restored-focus.ts';

/** Shows header, navigation and the page of the URL. */
export function AppFrame() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const burger = useRef<HTMLButtonElement>(null);
  const { isOpen, toggle, close } = useMenu(pathname, burger);
  useRestoredFocus(main);
  usePageStart(pathname, main, close);
  return (
    <AppShell
      header={{ height: headerHeight }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          // The page below the open menu takes no focus.
          flushSync(close);
          main.current?.focus();
        }}
      >
        {t('frame.skipToContent')}
      </a>
      <Header burger={burger} isMenuOpen={isOpen} onToggle={toggle} />
      <AppShell.Navbar
        p="sm"
        aria-label={t('frame.navigation')}
        className={classes.navbar}
        mod={{ open: isOpen }}
      >
        <AppShell.Section grow>
          <MainNavigation onNavigate={close} />
        </AppShell.Section>
        <AppearanceSection />
      </AppShell.Navbar>
      <AppShell.Main
        id="main"
        ref={main}
        tabIndex={-1}
        aria-labelledby={pageTitleId}
        className={classes.main}
        mod={{ covered: isOpen }}
      >
        <Container size={1080} px={0}>
          <ConnectionBanner />
          <PageBoundary path={pathname}>
            <Outlet />
          </PageBoundary>
        </Container>
      </AppShell.Main>
      <DropZone />
      {shell && <ShellEvents shell={shell} />}
      <ConnectionAnnouncer />
      <UploadAnnouncer />
    </AppShell>
  );
}

function AppearanceSection() {
  return (
    <AppShell.Section>
      <Stack gap="xs">
        <LanguageSwitch />
        <ThemeSwitch />
      </Stack>
    </AppShell.Section>
  );
}

/** Opens and closes the menu of small screens; Escape closes it, too. */
function useMenu(pathname: string, burger: RefObject<HTMLButtonElement | null>) {
  // The path where the menu was opened, so that any navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const navigate = useNavigate();
  const isOpen = openAt === pathname;
  const close = useCallback(() => setOpenAt(null), []);
  const escape = () => {
    if (!isOpen) return;
    close();
    burger.current?.focus();
  };
  useHotkeys([
    ['Escape', escape],
    ['mod+,', () => void navigate('/settings')],
  ]);
  return { isOpen, toggle: () => setOpenAt(isOpen ? null : pathname), close };
}

/** Starts each page at its top, without the menu and the dialogs of the previous one. */
function usePageStart(pathname: string, main: RefObject<HTMLElement | null>, closeMenu: () => void): void {
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    // The menu must not be open after navigation back to its page.
    closeMenu();
    window.scrollTo(0, 0);
    modals.closeAll();
    // Screen readers announce a new page only when it gets the focus.
    main.current?.focus({ preventScroll: true });
  }, [pathname, main, closeMenu]);
}

interface HeaderProps {
  burger: RefObject<HTMLButtonElement | null>;
  isMenuOpen: boolean;
  onToggle(): void;
}

function Header({ burger, isMenuOpen, onToggle }: HeaderProps) {
  return (
    <AppShell.Header>
      <Group h="100%" px="md" justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Burger
            ref={burger}
            opened={isMenuOpen}
            onClick={onToggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={isMenuOpen ? t('frame.closeMenu') : t('frame.openMenu')}
            aria-expanded={isMenuOpen}
          />
          <AppIcon size={26} />
          <Text fw={650} size="lg" visibleFrom="xs">
            Alcove
          </Text>
        </Group>
        <Group gap="clamp(0.25rem, 1.5vw, 0.75rem)" wrap="nowrap">
          <TransfersIndicator />
          <PauseIndicator />
          <ConnectionStatus />
        </Group>
      </Group>
    </AppShell.Header>
  );
}
