import { Badge, NavLink, Stack } from '@mantine/core';
import { IconFiles, IconHome2, IconTopologyStar3 } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { formatCount, formatPercent } from '../lib/format.ts';
import { summarise } from '../lib/upload-summary.ts';
import { useUploads } from '../lib/uploads.tsx';

const pages = [
  { path: '/', label: 'Overview', Icon: IconHome2 },
  { path: '/peers', label: 'Peers', Icon: IconTopologyStar3 },
  { path: '/content', label: 'Content', Icon: IconFiles },
];

export function MainNavigation({ onNavigate }: { onNavigate(): void }) {
  const { pathname } = useLocation();
  return (
    <Stack gap={4}>
      {pages.map(({ path, label, Icon }) => (
        <NavLink
          key={path}
          component={Link}
          to={path}
          label={label}
          active={pathname === path}
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
