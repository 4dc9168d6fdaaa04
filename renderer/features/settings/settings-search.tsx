import { Stack, Text, Title } from '@mantine/core';
import { notificationKind } from '../../../src/contract/ipc.ts';
import { t } from '../../lib/i18n/language.ts';
import { UpdatesCard } from '../updates/index.ts';
import { DesktopCard } from './desktop-card.tsx';
import { SettingsSection } from './fields/settings-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { sectionNames, sections } from './sections.ts';
import { matches, settingNamesOf } from './settings-filter.ts';
import { useSettings } from './settings-queries.ts';

/** Shows the settings of all pages that match every word. */
export function SettingsSearch({ words }: { words: readonly string[] }) {
  const settings = useSettings().data?.settings;
  if (!settings) return null;
  const names = settingNamesOf(words.join(' '));
  const found = settings.filter(({ name }) => names.includes(name));
  return (
    <Stack gap="md" maw="52rem">
      <Text size="sm" c="dimmed" role="status">
        {t('settings.search.found', { count: found.length })}
      </Text>
      <GeneralSection words={words} />
      {matches(words, ...desktopTexts()) && <DesktopCard />}
      {matches(words, t('updates.title'), t('updates.automatic')) && <UpdatesCard />}
      {sectionNames.map((name) => (
        <SettingsSection
          key={name}
          name={name}
          settings={found.filter((setting) => setting.name in sections[name])}
          all={settings}
          words={words}
          showsNames
        />
      ))}
      {found.length === 0 && (
        <div>
          <Title order={2}>{t('settings.search.none')}</Title>
          <Text size="sm">{t('settings.search.noneText')}</Text>
        </div>
      )}
    </Stack>
  );
}

const desktopTexts = () => [
  t('desktop.app.title'),
  t('desktop.app.startAtLogin'),
  t('desktop.app.keepRunning'),
  t('desktop.notifications.title'),
  ...notificationKind.options.map((kind) => t(`desktop.notifications.${kind}`)),
];
