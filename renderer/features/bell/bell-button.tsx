import { ActionIcon, Modal, Popover, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { useIsPhone } from '../../ui/layout/use-is-phone.ts';
import classes from './bell.module.css';
import type { BellItem } from './bell-item.ts';
import { BellPanel } from './bell-panel.tsx';
import { useBell } from './use-bell.ts';

/** Delay of announcements to screen readers, in milliseconds, because events follow each other in quick succession. */
const announceDelayMs = 1500;

/** Shows on every page how many notifications are new; opens them below the button, or as a sheet on a phone. */
export function BellButton() {
  const bell = useBell();
  const [isOpen, setOpen] = useState(false);
  const isPhone = useIsPhone();
  const count = (bell.items ?? []).filter(({ isNew }) => isNew).length;
  const close = () => setOpen(false);
  const button = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={classes.button ?? ''}
      aria-label={count === 0 ? t('bell.label') : t('bell.labelNew', { n: formatCount(count) })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <IconBell size={20} stroke={1.6} aria-hidden />
      {count > 0 && (
        <span className={classes.count} aria-hidden>
          {formatCount(count)}
        </span>
      )}
    </ActionIcon>
  );
  const panel = <BellPanel bell={bell} onFollow={close} />;
  return (
    <>
      {isPhone ? (
        <>
          {button}
          <Modal opened={isOpen} onClose={close} fullScreen title={t('bell.label')}>
            {panel}
          </Modal>
        </>
      ) : (
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-end"
          width={380}
          trapFocus
          returnFocus
          shadow="md"
        >
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown p={6} aria-label={t('bell.label')} className={classes.panel ?? ''}>
            {panel}
          </Popover.Dropdown>
        </Popover>
      )}
      <Announcer items={bell.items} />
    </>
  );
}

/** Announces the newest notification that arrived on this page to screen readers. */
function Announcer({ items }: { items: readonly BellItem[] | undefined }) {
  const [known, setKnown] = useState<ReadonlySet<string>>();
  if (items && !known) setKnown(new Set(items.map(({ key }) => key)));
  const newest = known && items?.find(({ key, isNew, isQuiet }) => isNew && !isQuiet && !known.has(key));
  const [announced] = useDebouncedValue(newest?.text ?? '', announceDelayMs);
  return (
    <VisuallyHidden role="status" aria-label={t('bell.label')}>
      {announced}
    </VisuallyHidden>
  );
}
