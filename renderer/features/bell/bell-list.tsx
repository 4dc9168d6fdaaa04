import { Box, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { useBackState } from '../../ui/navigation/use-back-state.ts';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import classes from './bell.module.css';
import type { BellItem } from './bell-item.ts';

interface BellListProps {
  items: readonly BellItem[];
  /** Called when the user follows a line. */
  onFollow: () => void;
}

/** Shows the lines of the bell, each as a link to the page that it concerns. */
export function BellList({ items, onFollow }: BellListProps) {
  if (items.length === 0) {
    return (
      <Group p="md" gap="sm" justify="center" c="dimmed">
        <IconBell size={18} stroke={1.6} aria-hidden />
        <Text size="sm">{t('bell.empty')}</Text>
      </Group>
    );
  }
  return (
    <BareList gap={2} aria-label={t('bell.label')}>
      {items.map((item) => (
        <li key={item.key}>
          <Line item={item} onFollow={onFollow} />
        </li>
      ))}
    </BareList>
  );
}

function Line({ item: { Icon, text, lang, at, path, isNew }, onFollow }: LineProps) {
  const backState = useBackState();
  return (
    <UnstyledButton
      component={Link}
      to={path}
      state={backState}
      onClick={onFollow}
      className={classes.line ?? ''}
    >
      <Icon size={18} stroke={1.7} aria-hidden className={classes.icon ?? ''} />
      <Box miw={0} flex={1}>
        <Text size="sm" fw={isNew ? 600 : 400} lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          <bdi lang={lang}>{text}</bdi>
        </Text>
        {at !== null && (
          <SmallNote>
            <RelativeTime at={at} direction="past" />
          </SmallNote>
        )}
      </Box>
      {isNew && (
        <span className={classes.mark}>
          <VisuallyHidden>{t('bell.new')}</VisuallyHidden>
        </span>
      )}
    </UnstyledButton>
  );
}

interface LineProps extends Omit<BellListProps, 'items'> {
  item: BellItem;
}
