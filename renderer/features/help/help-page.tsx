import { Anchor, Group, Kbd, List, SimpleGrid, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { shell } from '../../lib/shell/shell.ts';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Intro } from '../../ui/values/texts.ts';

/** The features in the order in which new users need them, with their pages. */
const sections = [
  { name: 'store', pages: ['library'] },
  { name: 'peers', pages: ['peers'] },
  { name: 'share', pages: ['shared'] },
  { name: 'find', pages: ['free', 'following'] },
  { name: 'buy', pages: ['store', 'bought', 'wallet'] },
  { name: 'sell', pages: ['sell', 'wallet'] },
  { name: 'keep', pages: ['backup', 'storage'] },
  { name: 'quiet', pages: ['peers', 'network'] },
  { name: 'trouble', pages: ['peers', 'log'] },
  { name: 'programs', pages: ['developers', 'api'] },
] as const;

const isMac = /Mac/.test(navigator.userAgent);
const modifier = isMac ? '⌘' : 'Ctrl';

/** The shortcuts of the dashboard. */
const shortcuts = [
  { keys: [`${modifier} K`], does: 'search' },
  { keys: [`${modifier} ,`], does: 'settings' },
  { keys: ['←', '→', '↑', '↓'], does: 'move' },
  { keys: ['Space'], does: 'select' },
  { keys: [`${modifier} A`], does: 'selectAll' },
  { keys: ['Delete'], does: 'delete' },
  { keys: ['Esc'], does: 'unselect' },
  { keys: ['←', '→'], does: 'neighbours' },
  { keys: ['←', '→'], does: 'chapters' },
] as const;

/** The shortcuts of the menus of the desktop app. */
const appShortcuts = [
  { keys: [`${modifier} 1…5`], does: 'pages' },
  { keys: [`${modifier} F`], does: 'find' },
  { keys: [`${modifier} O`], does: 'addFiles' },
  { keys: [`${modifier} R`], does: 'reload' },
  { keys: [`${modifier} +`, `${modifier} −`, `${modifier} 0`], does: 'zoom' },
  { keys: [isMac ? '⌃ ⌘ F' : 'F11'], does: 'fullScreen' },
  { keys: ['F1'], does: 'help' },
  { keys: [`${modifier} W`], does: 'close' },
  { keys: [`${modifier} Q`], does: 'quit' },
] as const;

/** Shows the built-in documentation, which needs no network. */
export function HelpPage() {
  return (
    <Page title={t('frame.pages.help')}>
      <Intro>{t('help.intro')}</Intro>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {sections.map(({ name, pages }) => (
          <SectionCard key={name} title={t(`help.${name}.title`)}>
            <Text size="sm">{t(`help.${name}.text`)}</Text>
            <Group gap="md">
              {pages.map((page) => (
                <Anchor key={page} component={Link} to={paths[page]} size="sm" lh="1.5rem">
                  {t('help.goTo', { page: t(`frame.pages.${page}`) })}
                </Anchor>
              ))}
            </Group>
          </SectionCard>
        ))}
        <Shortcuts />
      </SimpleGrid>
    </Page>
  );
}

function Shortcuts() {
  return (
    <SectionCard title={t('help.keyboard.title')}>
      <List listStyleType="none" spacing="xs" size="sm">
        {[...shortcuts, ...(shell ? appShortcuts : [])].map(({ keys, does }) => (
          <List.Item key={does}>
            {keys.map((key) => (
              <Fragment key={key}>
                <Kbd>{key}</Kbd>{' '}
              </Fragment>
            ))}
            {t(`help.keyboard.${does}`)}
          </List.Item>
        ))}
      </List>
    </SectionCard>
  );
}
