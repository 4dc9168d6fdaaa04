import { ActionIcon, AppShell, Box, Container, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { IconHelp } from '@tabler/icons-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { BellButton } from '../../features/bell/index.ts';
import { PauseIndicator } from '../../features/network-activity/index.ts';
import { PlayerBar, PlayerStage, useHasPlayer } from '../../features/player/index.ts';
import { SearchButton } from '../../features/search/index.ts';
import { TransfersIndicator } from '../../features/transfers/index.ts';
import { AddButton, DropZone, UploadAnnouncer } from '../../features/uploads/index.ts';
import { MediaMakers } from '../../features/viewer/index.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { shell } from '../../lib/shell/shell.ts';
import { pageTitleId } from '../../ui/layout/page.tsx';
import { AppIcon } from '../../ui/media/app-icon.tsx';
import { headerHeight } from '../../ui/theme/theme.ts';
import { ConnectionAnnouncer } from '../connection/connection-announcer.tsx';
import { ConnectionBanner } from '../connection/connection-banner.tsx';
import { ConnectionStatus } from '../connection/connection-status.tsx';
import { BottomBar } from './navigation/bottom-bar.tsx';
import { MainNavigation } from './navigation/main-navigation.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { ShellEvents } from './shell-events.tsx';
import { useRestoredFocus } from './use-restored-focus.ts';

/** Heights and widths in pixels: labels stand beside the icons in a wide window only, and below the page on a phone. */
const navigation = { width: { base: 0, xs: 84, wide: 208 }, breakpoint: 'xs', collapsed: { mobile: true } };
const bottomBar = { height: { base: 60, xs: 0 } };
const bottomBarWithPlayer = { height: { base: 120, xs: 80 } };

/** Shows header, navigation and the page of the URL. */
export function AppFrame() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const hasPlayer = useHasPlayer();
  useHotkeys([['mod+,', () => void navigate(paths.settings)]]);
  useRestoredFocus(main);
  usePageStart(pathname, main);
  return (
    <AppShell
      header={{ height: headerHeight }}
      navbar={navigation}
      footer={hasPlayer ? bottomBarWithPlayer : bottomBar}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('frame.skipToContent')}
      </a>
      <Header />
      <AppShell.Navbar
        p="xs"
        visibleFrom="xs"
        aria-label={t('frame.navigation')}
        style={{ justifyContent: 'space-between' }}
      >
        <MainNavigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} aria-labelledby={pageTitleId}>
        <Container size={1600} px={0}>
          <ConnectionBanner />
          <PageBoundary path={pathname}>
            <Outlet />
          </PageBoundary>
        </Container>
      </AppShell.Main>
      <PlayerStage />
      <AppShell.Footer {...(!hasPlayer && { hiddenFrom: 'xs' })}>
        <PlayerBar />
        <Box h={60} hiddenFrom="xs">
          <BottomBar />
        </Box>
      </AppShell.Footer>
      <DropZone />
      {shell && <ShellEvents shell={shell} />}
      <ConnectionAnnouncer />
      <UploadAnnouncer />
      <MediaMakers />
    </AppShell>
  );
}

/** Starts each page at its top, without the dialogs of the previous one. */
function usePageStart(pathname: string, main: RefObject<HTMLElement | null>): void {
  const lastPath = useRef(pathname);
  // Before the effects of the page, which may scroll to a part of it and focus that.
  useLayoutEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    window.scrollTo(0, 0);
    modals.closeAll();
    // A button that leads through a list keeps the focus for the next step, and its page announces the item.
    if (document.activeElement?.matches('[data-keeps-focus]')) return;
    // Screen readers announce a new page only when it gets the focus.
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

function Header() {
  return (
    <AppShell.Header>
      <Group h="100%" px={{ base: 'xs', xs: 'md' }} justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" visibleFrom="xs">
          <AppIcon size={26} />
          <Text fw={700} size="lg">
            Alcove
          </Text>
        </Group>
        <SearchButton />
        <Group gap="clamp(0.25rem, 1.5vw, 0.75rem)" wrap="nowrap">
          <TransfersIndicator />
          <PauseIndicator />
          <AddButton />
          <BellButton />
          <ConnectionStatus />
          <ActionIcon
            component={Link}
            to={paths.help}
            variant="subtle"
            color="gray"
            visibleFrom="xs"
            aria-label={t('frame.pages.help')}
          >
            <IconHelp size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
    </AppShell.Header>
  );
}
