import { Badge, NavLink, Stack, Text } from '@mantine/core';
import {
  IconActivity,
  IconBooks,
  IconBuildingStore,
  IconCode,
  IconDatabase,
  IconFiles,
  IconHelp,
  IconHome2,
  IconRobot,
  IconSettings,
  IconTopologyStar3,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { formatPercent } from '../lib/format.ts';
import { t } from '../lib/language.ts';
import { summarise } from '../lib/upload-summary.ts';
import { useUploads } from '../lib/uploads.tsx';

const nodePages = [
  { path: '/', name: 'overview', Icon: IconHome2 },
  { path: '/content', name: 'content', Icon: IconFiles },
  { path: '/market', name: 'market', Icon: IconBuildingStore },
  { path: '/library', name: 'library', Icon: IconBooks },
  { path: '/wallet', name: 'wallet', Icon: IconWallet },
  { path: '/storage', name: 'storage', Icon: IconDatabase },
  { path: '/peers', name: 'peers', Icon: IconTopologyStar3 },
  { path: '/people', name: 'people', Icon: IconUsers },
  { path: '/activity', name: 'activity', Icon: IconActivity },
  { path: '/settings', name: 'settings', Icon: IconSettings },
  { path: '/help', name: 'help', Icon: IconHelp },
] as const;
const programPages = [
  { path: '/bots', name: 'bots', Icon: IconRobot },
  { path: '/api-docs', name: 'api', Icon: IconCode },
] as const;

export function MainNavigation({ onNavigate }: { onNavigate(): void }) {
  return (
    <Stack gap="lg">
      <PageLinks pages={nodePages} onNavigate={onNavigate} />
      <Stack gap={4}>
        <Text size="xs" c="dimmed" px="sm">
          {t('frame.programs')}
        </Text>
        <PageLinks pages={programPages} onNavigate={onNavigate} />
      </Stack>
    </Stack>
  );
}

interface PageLinksProps {
  pages: typeof nodePages | typeof programPages;
  onNavigate(): void;
}

function PageLinks({ pages, onNavigate }: PageLinksProps) {
  const { pathname } = useLocation();
  return (
    <Stack gap={4}>
      {pages.map(({ path, name, Icon }) => (
        <NavLink
          key={path}
          component={Link}
          to={path}
          label={t(`frame.pages.${name}`)}
          active={pathname === path || pathname.startsWith(`${path}/`)}
          aria-current={pathname === path ? 'page' : undefined}
          leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
          rightSection={path === '/content' ? <UploadsUnderWay /> : null}
          onClick={onNavigate}
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        />
      ))}
    </Stack>
  );
}

/** How far the uploads are, visible from every page. */
function UploadsUnderWay() {
  const { underWay, share } = summarise(useUploads());
  if (underWay === 0) return null;
  return (
    <Badge aria-label={t('frame.uploadsUnderWay', { count: underWay, share: formatPercent(share) })}>
      {formatPercent(share)}
    </Badge>
  );
}
