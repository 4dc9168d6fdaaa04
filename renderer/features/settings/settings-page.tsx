import { Stack, Text, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { DescribedSetting } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { notificationKind } from '../../../src/contract/ipc.ts';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { UpdatesCard } from '../updates/index.ts';
import { DesktopCard } from './desktop-card.tsx';
import { GeneralSection } from './general-section.tsx';
import { matches, wordsOf } from './matches.ts';
import { RestartBar } from './restart-bar.tsx';
import { sectionNames, sections } from './sections.ts';
import { useSettings } from './settings-queries.ts';
import { SettingsSection } from './settings-section.tsx';

/** Shows all settings, with a search. */
export function SettingsPage() {
  const settings = useSettings();
  const { data: state } = settings;
  const [typed, setTyped] = useState('');
  const words = wordsOf(typed);
  const list = useRef<HTMLDivElement>(null);
  useNamedSetting(state !== undefined, () => setTyped(''));
  const isFound = ({ name }: DescribedSetting) =>
    matches(words, name, t(`settings.fields.${name}.name`), t(`settings.fields.${name}.text`));
  const found = state?.settings.filter(isFound) ?? [];
  const goToFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus();
  };
  return (
    <Page title={t('frame.pages.settings')}>
      <Stack gap="md" maw="52rem">
        <search onKeyDown={goToFirst}>
          <SearchField label={t('settings.search.label')} value={typed} onChange={setTyped} />
        </search>
        {state && <RestartBar state={state} />}
        <QueryState query={settings} height={320} loading={t('settings.loading')} />
        {state && (
          <Stack gap="md" ref={list}>
            <Text size="sm" c="dimmed" role="status" hidden={words.length === 0}>
              {words.length > 0 && t('settings.search.found', { count: found.length })}
            </Text>
            <GeneralSection words={words} />
            {matches(words, ...desktopTexts()) && <DesktopCard />}
            {matches(words, t('updates.title'), t('updates.automatic')) && <UpdatesCard />}
            {sectionNames.map((name) => (
              <SettingsSection
                key={name}
                name={name}
                settings={Object.keys(sections[name]).flatMap(
                  (one) => found.find((setting) => setting.name === one) ?? [],
                )}
                all={state.settings}
                words={words}
              />
            ))}
            {found.length === 0 && (
              <div>
                <Title order={2}>{t('settings.search.none')}</Title>
                <Text size="sm">{t('settings.search.noneText')}</Text>
              </div>
            )}
          </Stack>
        )}
      </Stack>
    </Page>
  );
}

const desktopTexts = () => [
  t('desktop.app.title'),
  t('desktop.app.startAtLogin'),
  t('desktop.app.keepRunning'),
  t('desktop.notifications.title'),
  ...notificationKind.options.map((kind) => t(`desktop.notifications.${kind}`)),
];

/** Scrolls to the setting in the URL, such as `/settings#storage.quota_bytes`. */
function useNamedSetting(isThere: boolean, showAll: () => void): void {
  const { hash, key } = useLocation();
  const latest = useRef(showAll);
  latest.current = showAll;
  useEffect(() => {
    if (!isThere || hash === '') return;
    latest.current();
    // The search may have hidden it until this render.
    const frame = requestAnimationFrame(() => {
      const row = document.getElementById(hash.slice(1));
      row?.scrollIntoView({ block: 'center' });
      row?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key, isThere]);
}
