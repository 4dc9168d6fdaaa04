import { Badge, Box, Group } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { useSync } from './network-activity-queries.ts';
import { pauseLabel } from './pause-labels.ts';

/** Shows on every page that background activity is paused; links to the setting. */
export function PauseIndicator() {
  const pausedBy = useSync().data?.paused_by ?? [];
  if (pausedBy.length === 0) return null;
  return (
    <Badge
      component={Link}
      to={paths.peers}
      color="yellow"
      size="lg"
      title={pauseLabel(pausedBy)}
      aria-label={t('frame.paused.networkActivity', { words: pauseLabel(pausedBy) })}
      style={{ cursor: 'pointer', flexShrink: 0 }}
    >
      <Group gap={6} wrap="nowrap">
        <IconPlayerPause size={14} aria-hidden />
        <Box component="span" visibleFrom="xs">
          {t('frame.paused.label')}
        </Box>
      </Group>
    </Badge>
  );
}
