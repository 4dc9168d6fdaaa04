import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SettingsSection } from './fields/settings-section.tsx';
import { rowIdOf, type SectionName, sections } from './sections.ts';
import { useSettings } from './settings-queries.ts';

interface SettingsSectionsProps {
  names: readonly SectionName[];
  /** Whether to show the names for the settings file and the command line. */
  showsNames?: boolean;
}

/** Shows sections of settings. */
export function SettingsSections({ names, showsNames = false }: SettingsSectionsProps) {
  const settings = useSettings();
  const { data: state } = settings;
  useNamedSetting(state !== undefined);
  return (
    <Stack gap="md" maw="52rem">
      <QueryState query={settings} height={320} loadingLabel={t('settings.loading')} />
      {state &&
        names.map((name) => (
          <SettingsSection
            key={name}
            name={name}
            settings={state.settings.filter((setting) => setting.name in sections[name])}
            all={state.settings}
            words={[]}
            showsNames={showsNames}
          />
        ))}
    </Stack>
  );
}

/** The field of a setting, or what changes it instead. */
const controls = 'input:enabled, textarea:enabled, button:enabled, a[href]';

/** Scrolls to the setting in the URL, such as `#storage.quota_bytes`. */
function useNamedSetting(isThere: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!isThere || hash === '') return;
    const row = document.getElementById(rowIdOf(hash.slice(1)));
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
  }, [hash, key, isThere]);
}
