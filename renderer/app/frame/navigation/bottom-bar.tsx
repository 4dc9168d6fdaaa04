import { Menu, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../../lib/i18n/language.ts';
import { helpEntry, isWithin, settingsEntry, useEntries, useSectionPath } from './entries.ts';
import { EntryLink } from './main-navigation.tsx';
import classes from './navigation.module.css';

/** Shows the navigation below the page on a phone: three entries, and the others in a menu. */
export function BottomBar() {
  const { first, others } = useEntries();
  const section = useSectionPath();
  const more = [...others, settingsEntry, helpEntry];
  return (
    <nav aria-label={t('frame.navigation')} className={classes.bar}>
      {first.map((entry) => (
        <EntryLink key={entry.name} entry={entry} />
      ))}
      <Menu position="top-end">
        <Menu.Target>
          <UnstyledButton
            className={classes.entry ?? ''}
            mod={{ active: more.some((entry) => isWithin(entry, section)) }}
          >
            <IconDots size={22} stroke={1.6} aria-hidden />
            <span className={classes.label}>{t('frame.more')}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map(({ name, path, Icon }) => (
            <Menu.Item
              key={name}
              component={Link}
              to={path}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            >
              {t(`frame.pages.${name}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
