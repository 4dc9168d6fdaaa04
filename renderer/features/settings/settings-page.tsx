import { Stack } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { PageTabs } from '../../ui/navigation/page-tabs.tsx';
import { RestartBar } from './restart-bar.tsx';
import { settingsPages } from './sections.ts';
import { wordsOf } from './settings-filter.ts';
import { SettingsSearch } from './settings-search.tsx';

/** Shows the pages of the settings as tabs, and a search through all of them. */
export function SettingsPage() {
  const { key } = useLocation();
  const [typed, setTyped] = useState('');
  const words = wordsOf(typed);
  const list = useRef<HTMLDivElement>(null);
  // A link to a setting opens its page.
  useEffect(() => setTyped(''), [key]);
  const goToFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled)')?.focus();
  };
  return (
    <Stack gap="lg">
      <PageTabs
        label={t('frame.pages.settings')}
        tabs={settingsPages.map((page) => ({ path: paths[page], label: t(`frame.pages.${page}`) }))}
      />
      <search onKeyDown={goToFirst} style={{ maxWidth: '52rem' }}>
        <SearchField label={t('settings.search.label')} value={typed} onChange={setTyped} />
      </search>
      <RestartBar />
      <div ref={list}>{words.length > 0 ? <SettingsSearch words={words} /> : <Outlet />}</div>
    </Stack>
  );
}
