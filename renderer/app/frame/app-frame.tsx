import { AppShell, Burger, Container, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { LanguageSwitch, ThemeSwitch } from '../../features/appearance/index.ts';
import { PauseIndicator } from '../../features/network-activity/index.ts';
import { TransfersIndicator } from '../../features/transfers/index.ts';
import { DropZone, UploadAnnouncer } from '../../features/uploads/index.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { pageTitleId } from '../../ui/layout/page.tsx';
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
  // The path where the menu was opened, so that any navigation closes it.
  const [menuOpenAt, setMenuOpenAt] = useState<string | null>(null);
  const menuOpen = menuOpenAt === pathname;
  const navigate = useNavigate();
  const burger = useRef<HTMLButtonElement>(null);
  const closeMenu = () => setMenuOpenAt(null);
  const leaveMenu = () => {
    if (!menuOpen) return;
    closeMenu();
    burger.current?.focus();
  };
  useHotkeys([
    ['Escape', leaveMenu],
    ['mod+,', () => void navigate('/settings')],
  ]);
  const main = useRef<HTMLElement>(null);
  useRestoredFocus(main);
  const lastPath = useRef(pathname);

  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    // The menu must not be open after navigation back to its page.
    setMenuOpenAt(null);
    window.scrollTo(0, 0);
    // An open dialog belongs to the previous page.
    modals.closeAll();
    // Screen readers announce a new page only when it gets the focus.
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <AppShell
      header={{ height: headerHeight }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          // The page below the open menu takes no focus.
          flushSync(closeMenu);
          main.current?.focus();
        }}
      >
        {t('frame.skipToContent')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              opened={menuOpen}
              onClick={() => setMenuOpenAt(menuOpen ? null : pathname)}
              hiddenFrom="sm"
              size="sm"
              aria-label={menuOpen ? t('frame.closeMenu') : t('frame.openMenu')}
              aria-expanded={menuOpen}
            />
            <img src="/favicon.svg" alt="" width={26} height={26} />
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
      <AppShell.Navbar
        p="sm"
        aria-label={t('frame.navigation')}
        className={classes.navbar}
        mod={{ open: menuOpen }}
      >
        <AppShell.Section grow>
          <MainNavigation onNavigate={closeMenu} />
        </AppShell.Section>
        <AppShell.Section>
          <Stack gap="xs">
            <LanguageSwitch />
            <ThemeSwitch />
          </Stack>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main
        id="main"
        ref={main}
        tabIndex={-1}
        aria-labelledby={pageTitleId}
        className={classes.main}
        mod={{ covered: menuOpen }}
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
