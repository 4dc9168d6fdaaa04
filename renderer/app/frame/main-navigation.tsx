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
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { summarise, useUploads } from '../../features/uploads/index.ts';
import { formatPercent } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { BareList } from '../../ui/lists/bare-list.tsx';

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
  const programsId = useId();
  return (
    <Stack gap="lg">
      <PageLinks pages={nodePages} onNavigate={onNavigate} />
      <Stack gap={4}>
        <Text size="xs" c="dimmed" px="sm" id={programsId}>
          {t('frame.programs')}
        </Text>
        <PageLinks pages={programPages} labelledBy={programsId} onNavigate={onNavigate} />
      </Stack>
    </Stack>
  );
}

interface PageLinksProps {
  pages: typeof nodePages | typeof programPages;
  labelledBy?: string;
  onNavigate(): void;
}

function PageLinks({ pages, labelledBy, onNavigate }: PageLinksProps) {
  const { pathname } = useLocation();
  return (
    <BareList gap={4} aria-labelledby={labelledBy}>
      {pages.map(({ path, name, Icon }) => {
        const isWithin = pathname === path || pathname.startsWith(`${path}/`);
        return (
          <li key={path}>
            <NavLink
              component={Link}
              to={path}
              label={t(`frame.pages.${name}`)}
              active={isWithin}
              aria-current={pathname === path ? 'page' : isWithin || undefined}
              leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
              rightSection={path === '/content' ? <UploadsUnderWay /> : null}
              onClick={onNavigate}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
            />
          </li>
        );
      })}
    </BareList>
  );
}

function UploadsUnderWay() {
  const { underWay, share } = summarise(useUploads());
  if (underWay === 0) return null;
  return (
    <Badge aria-label={t('frame.uploadsUnderWay', { count: underWay, share: formatPercent(share) })}>
      {formatPercent(share)}
    </Badge>
  );
}
