import { Group, Stack, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/language.ts';
import { IconAction } from '../../../ui/forms/icon-action.tsx';
import classes from './tile-row.module.css';

interface TileRowProps {
  title: string;
  /** List items. */
  children: ReactNode;
}

/** Shows a row of tiles that scrolls sideways, with buttons if it is wider than the page. */
export function TileRow({ title, children }: TileRowProps) {
  const headingId = useId();
  const row = useRef<HTMLUListElement>(null);
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const measure = () => setWide(row.current !== null && row.current.scrollWidth > row.current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    if (row.current) observer.observe(row.current);
    return () => observer.disconnect();
  }, []);
  const scroll = (pages: number) => row.current?.scrollBy({ left: pages * row.current.clientWidth });
  return (
    <Stack component="section" gap="xs" aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} id={headingId}>
          {title}
        </Title>
        {isWide && (
          <Group gap={4} wrap="nowrap">
            <IconAction
              icon={IconChevronLeft}
              label={t('market.rows.back', { title })}
              tooltip={t('market.rows.backShort')}
              onClick={() => scroll(-pageShare)}
            />
            <IconAction
              icon={IconChevronRight}
              label={t('market.rows.forward', { title })}
              tooltip={t('market.rows.forwardShort')}
              onClick={() => scroll(pageShare)}
            />
          </Group>
        )}
      </Group>
      {/* Safari hides the role of a list without bullets. */}
      <ul ref={row} className={classes.row} role="list" aria-labelledby={headingId}>
        {children}
      </ul>
    </Stack>
  );
}

/** The last tile of a page stays visible on the next. */
const pageShare = 0.8;
