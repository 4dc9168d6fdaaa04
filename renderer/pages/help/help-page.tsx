import { Anchor, Group, Kbd, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../../components/page.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { t } from '../../lib/language.ts';
import { shell } from '../../lib/shell.ts';

/** What one can do here, in the order in which a newcomer meets it, and the pages where it is done. */
const sections = [
  { name: 'store', pages: ['content'] },
  { name: 'peers', pages: ['overview', 'peers'] },
  { name: 'share', pages: ['content'] },
  { name: 'find', pages: ['content'] },
  { name: 'buy', pages: ['market', 'library', 'wallet', 'settings'] },
  { name: 'sell', pages: ['content', 'wallet'] },
  { name: 'keep', pages: ['storage'] },
  { name: 'quiet', pages: ['peers', 'settings'] },
  { name: 'trouble', pages: ['peers', 'activity'] },
  { name: 'programs', pages: ['bots', 'api'] },
] as const;

/** Where they are, if their address is not their name. */
const paths: Partial<Record<(typeof sections)[number]['pages'][number], string>> = {
  overview: '/',
  api: '/api-docs',
};

/** As the menus of the desktop app have them. */
const shortcuts = [
  { keys: ['1…9'], does: 'pages' },
  { keys: ['F'], does: 'find' },
  { keys: ['O'], does: 'addFiles' },
  { keys: [','], does: 'settings' },
] as const;

/** The documentation that comes with Alcove: it needs no network. */
export function HelpPage() {
  return (
    <Page title={t('frame.pages.help')}>
      <Stack gap="md" maw={760}>
        <Text>{t('help.intro')}</Text>
        {sections.map(({ name, pages }) => (
          <SectionCard key={name} title={t(`help.${name}.title`)}>
            <Text>{t(`help.${name}.text`)}</Text>
            <Group gap="md">
              {pages.map((page) => (
                <Anchor key={page} component={Link} to={paths[page] ?? `/${page}`}>
                  {t('help.goTo', { page: t(`frame.pages.${page}`) })}
                </Anchor>
              ))}
            </Group>
          </SectionCard>
        ))}
        {shell && <Shortcuts />}
      </Stack>
    </Page>
  );
}

function Shortcuts() {
  const modifier = /Mac/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  return (
    <SectionCard title={t('help.keyboard.title')}>
      <List listStyleType="none" spacing="xs">
        {shortcuts.map(({ keys, does }) => (
          <List.Item key={does}>
            <Kbd>{[modifier, ...keys].join(' ')}</Kbd> {t(`help.keyboard.${does}`)}
          </List.Item>
        ))}
      </List>
    </SectionCard>
  );
}
