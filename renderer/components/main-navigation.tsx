import { Badge, NavLink, Stack, Text } from '@mantine/core';
import {
  IconActivity,
  IconBooks,
  IconBuildingStore,
  IconCode,
  IconDatabase,
  IconFiles,
  IconHome2,
  IconRobot,
  IconTopologyStar3,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { formatCount, formatPercent } from '../lib/format.ts';
import { summarise } from '../lib/upload-summary.ts';
import { useUploads } from '../lib/uploads.tsx';

const nodePages = [
  { path: '/', label: 'Overview', Icon: IconHome2 },
  { path: '/content', label: 'Content', Icon: IconFiles },
  { path: '/market', label: 'Market', Icon: IconBuildingStore },
  { path: '/library', label: 'Library', Icon: IconBooks },
  { path: '/wallet', label: 'Wallet', Icon: IconWallet },
  { path: '/storage', label: 'Storage', Icon: IconDatabase },
  { path: '/peers', label: 'Peers', Icon: IconTopologyStar3 },
  { path: '/people', label: 'People', Icon: IconUsers },
  { path: '/activity', label: 'Activity', Icon: IconActivity },
];
const programPages = [
  { path: '/bots', label: 'For bots', Icon: IconRobot },
  { path: '/api-docs', label: 'API', Icon: IconCode },
];

export function MainNavigation({ onNavigate }: { onNavigate(): void }) {
  return (
    <Stack gap="lg">
      <PageLinks pages={nodePages} onNavigate={onNavigate} />
      <Stack gap={4}>
        <Text size="xs" c="dimmed" px="sm">
          Programs
        </Text>
        <PageLinks pages={programPages} onNavigate={onNavigate} />
      </Stack>
    </Stack>
  );
}

interface PageLinksProps {
  pages: typeof nodePages;
  onNavigate(): void;
}

function PageLinks({ pages, onNavigate }: PageLinksProps) {
  const { pathname } = useLocation();
  return (
    <Stack gap={4}>
      {pages.map(({ path, label, Icon }) => (
        <NavLink
          key={path}
          component={Link}
          to={path}
          label={label}
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
    <Badge aria-label={`${formatCount(underWay)} uploads under way, ${formatPercent(share)}`}>
      {formatPercent(share)}
    </Badge>
  );
}
