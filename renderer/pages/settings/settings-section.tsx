import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { DescribedSetting } from '../../../src/contract/local-settings.ts';
import { settingValues } from '../../../src/contract/local-settings.ts';
import type { SettingName } from '../../../src/contract/setting-names.ts';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { t } from '../../lib/language.ts';
import { notifyProblem } from '../../lib/notify-problem.tsx';
import { toCallError } from '../../lib/problem.ts';
import { useChangeSettings } from '../../lib/settings-queries.ts';
import type { SectionName } from './sections.ts';
import { SettingRow } from './setting-row.tsx';
import {
  type Drafts,
  editBack,
  editOfDrafts,
  editOfValues,
  jointProblems,
  problemOf,
  textOf,
} from './setting-text.ts';

interface SettingsSectionProps {
  name: SectionName;
  /** Those of the section that are shown. */
  settings: readonly DescribedSetting[];
  /** All there are. */
  all: readonly DescribedSetting[];
  words: readonly string[];
}

/** Settings of one kind, saved together. */
export function SettingsSection({ name, settings, all, words }: SettingsSectionProps) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const save = useChangeSettings();
  const change = useChangeSettings();
  const described = new Map(all.map((setting) => [setting.name, setting]));
  const joint = jointProblems(settingValues({ settings: [...all] }), drafts);
  const problemIn = (setting: DescribedSetting): string | null => {
    const draft = drafts[setting.name];
    return (draft === undefined ? null : problemOf(setting, draft)) ?? joint[setting.name] ?? null;
  };
  const changed = Object.keys(drafts) as SettingName[];
  const isValid = all.every((setting) => problemIn(setting) === null);
  const refusals = new Map(
    save.isError ? toCallError(save.error).errors.map(({ path, message }) => [path, message]) : [],
  );

  const type = (setting: DescribedSetting, typed: string | boolean) => {
    save.reset();
    const { [setting.name]: _former, ...others } = drafts;
    const isAsItIs = typed === textOf(setting.name, setting.value);
    setDrafts(isAsItIs ? others : { ...others, [setting.name]: typed });
  };
  const offerUndo = (names: readonly SettingName[]) => {
    const before = all.filter((setting) => names.includes(setting.name));
    // The value of a secret is not known here.
    const canUndo = before.every(({ secret }) => !secret);
    const id = notifications.show({
      title: t('settings.saved'),
      autoClose: 10_000,
      message: canUndo && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            change.mutate(editBack(before), { onError: notifyProblem });
          }}
        >
          {t('settings.undo')}
        </Button>
      ),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || changed.length === 0 || save.isPending) return;
    save.mutate(editOfDrafts(drafts, described), {
      onSuccess: () => {
        // What was typed meanwhile stays.
        setDrafts((now) => (now === drafts ? {} : now));
        offerUndo(changed);
      },
    });
  };
  const reset = (setting: DescribedSetting) => {
    const { [setting.name]: _draft, ...others } = drafts;
    setDrafts(others);
    change.mutate(editOfValues(new Map([[setting.name, undefined]])), {
      onSuccess: () => offerUndo([setting.name]),
      onError: notifyProblem,
    });
  };

  if (settings.length === 0 && changed.length === 0) return null;
  return (
    <SectionCard title={t(`settings.sections.${name}`)}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          {settings.map((setting) => (
            <SettingRow
              key={setting.name}
              setting={setting}
              draft={drafts[setting.name]}
              problem={problemIn(setting)}
              refusal={refusals.get(`body.${setting.name}`)}
              words={words}
              onChange={(typed) => type(setting, typed)}
              onReset={() => reset(setting)}
            />
          ))}
          {save.isError && <ProblemAlert error={save.error} onClose={save.reset} />}
          {changed.length > 0 && (
            <Group gap="sm">
              <Button type="submit" size="xs" loading={save.isPending} disabled={!isValid}>
                {t('settings.save', { count: changed.length })}
              </Button>
              <Button size="xs" variant="default" onClick={() => setDrafts({})}>
                {t('settings.leave')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </SectionCard>
  );
}
