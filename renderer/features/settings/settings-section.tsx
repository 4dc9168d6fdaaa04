import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import {
  type DescribedSetting,
  settingValues,
} from '../../../src/contract/dashboard-api/administration/settings.ts';
import type { SettingName } from '../../../src/contract/setting-names.ts';
import { toCallError } from '../../lib/api/call-error.ts';
import { t } from '../../lib/i18n/language.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
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
import { useChangeSettings } from './settings-queries.ts';
import { UndoButton } from './undo-button.tsx';

interface SettingsSectionProps {
  name: SectionName;
  /** The visible settings of the section. */
  settings: readonly DescribedSetting[];
  /** All settings. */
  all: readonly DescribedSetting[];
  words: readonly string[];
}

/** The last saved change, with the previous values. */
interface Undoable {
  before: readonly DescribedSetting[];
  /** The only setting, where its reset button was used. */
  reset: SettingName | null;
}

/** Shows settings of one topic, which are saved together. */
export function SettingsSection({ name, settings, all, words }: SettingsSectionProps) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [undoable, setUndoable] = useState<Undoable | null>(null);
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
  const keepBefore = (names: readonly SettingName[], reset: SettingName | null = null) =>
    setUndoable({ before: all.filter((setting) => names.includes(setting.name)), reset });
  // The value of a secret is unknown here.
  const canUndo = undoable?.before.every(({ secret }) => !secret) ?? false;
  const undo = () => {
    if (!undoable) return;
    setUndoable(null);
    change.mutate(editBack([...undoable.before]), { onError: notifyProblem });
    const [first] = undoable.before;
    document
      .getElementById(first?.name ?? '')
      ?.querySelector<HTMLElement>('input, textarea')
      ?.focus();
  };
  const submit = () => {
    if (!isValid || changed.length === 0 || save.isPending) return;
    save.mutate(editOfDrafts(drafts, described), {
      onSuccess: () => {
        // Input entered during the request is kept.
        setDrafts((now) => (now === drafts ? {} : now));
        keepBefore(changed);
      },
    });
  };
  const reset = (setting: DescribedSetting) => {
    const { [setting.name]: _draft, ...others } = drafts;
    setDrafts(others);
    change.mutate(editOfValues(new Map([[setting.name, undefined]])), {
      onSuccess: () => keepBefore([setting.name], setting.name),
      onError: notifyProblem,
    });
  };

  if (settings.length === 0 && changed.length === 0) return null;
  return (
    <SectionCard title={t(`settings.sections.${name}`)}>
      <VisuallyHidden role="status">{undoable && t('settings.saved')}</VisuallyHidden>
      <Form gap="lg" onSubmit={submit}>
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
            onUndo={canUndo && undoable?.reset === setting.name ? undo : undefined}
          />
        ))}
        {save.isError && <ProblemAlert error={save.error} onClose={save.reset} />}
        {undoable && changed.length === 0 && (
          <Group gap="sm">
            <Text size="sm" aria-hidden>
              {t('settings.saved')}
            </Text>
            {canUndo && undoable.reset === null && <UndoButton onUndo={undo} />}
          </Group>
        )}
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
      </Form>
    </SectionCard>
  );
}
