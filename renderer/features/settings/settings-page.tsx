import { Alert, Box, Button, Group, Highlight, Stack, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type {
  DescribedSetting,
  SettingsState,
} from '../../../src/contract/dashboard-api/administration/settings.ts';
import { notificationKind } from '../../../src/contract/ipc.ts';
import { t } from '../../lib/i18n/language.ts';
import { shell } from '../../lib/shell/shell.ts';
import { askConfirmation } from '../../ui/dialogs/ask-confirmation.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { LanguageSwitch, ThemeSwitch } from '../appearance/index.ts';
import { UpdatesCard } from '../updates/index.ts';
import { isUnderWay, useUploads } from '../uploads/index.ts';
import { DesktopCard } from './desktop-card.tsx';
import { matches, wordsOf } from './matches.ts';
import { sectionNames, sections } from './sections.ts';
import { useRestart, useSettings } from './settings-queries.ts';
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

/** Shows the appearance and language of the dashboard on this computer. */
function GeneralSection({ words }: { words: readonly string[] }) {
  const rows = (['language', 'appearance'] as const).filter((row) =>
    matches(words, t(`settings.general.${row}.name`), t(`settings.general.${row}.text`)),
  );
  if (rows.length === 0) return null;
  const controls: Record<(typeof rows)[number], ReactNode> = {
    language: <LanguageSwitch />,
    appearance: <ThemeSwitch />,
  };
  return (
    <SectionCard title={t('settings.sections.general')}>
      <Stack gap="lg">
        {rows.map((row) => (
          <Box key={row} maw="24rem">
            <Highlight size="sm" fw={600} highlight={[...words]}>
              {t(`settings.general.${row}.name`)}
            </Highlight>
            <SmallNote mb={6}>{t(`settings.general.${row}.text`)}</SmallNote>
            {controls[row]}
          </Box>
        ))}
      </Stack>
    </SectionCard>
  );
}

/** Shows how many changes need a restart, and restarts the node. */
function RestartBar({ state: { settings, can_restart: canRestart } }: { state: SettingsState }) {
  const waiting = settings.filter((setting) => setting.waits_for_restart);
  const uploads = useUploads().filter(isUnderWay).length;
  const restart = useRestart();
  if (waiting.length === 0) return null;
  const begin = () => restart.mutate(undefined);
  const ask = () =>
    askConfirmation({
      title: t('settings.restart.ask.title'),
      text: t('settings.restart.ask.text'),
      confirm: t('settings.restart.ask.confirm'),
      onConfirm: begin,
    });
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconRefresh aria-hidden />}
      title={t('settings.restart.title', { count: waiting.length })}
    >
      <Text size="sm">{canRestart ? t('settings.restart.text') : t('settings.restart.byHand')}</Text>
      {!shell && waiting.some(({ name }) => name === 'dashboard.port') && (
        <Text size="sm">{t('settings.restart.port')}</Text>
      )}
      {restart.isError && <ProblemAlert error={restart.error} onClose={restart.reset} />}
      {canRestart && (
        <Group mt="sm">
          <Button
            size="xs"
            loading={restart.isPending}
            aria-label={t('settings.restart.now')}
            onClick={uploads > 0 ? ask : begin}
          >
            {t('settings.restart.now')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
