import { useEffect, useState } from 'react';
import {
  type DescribedSetting,
  settingValues,
} from '../../../../src/contract/dashboard-api/administration/settings.ts';
import type { SettingName } from '../../../../src/contract/setting-names.ts';
import { toCallError } from '../../../lib/api/call-error.ts';
import { notifyProblem } from '../../../ui/feedback/notify-problem.tsx';
import { rowIdOf, type SectionName } from '../sections.ts';
import { useChangeSettings } from '../settings-queries.ts';
import {
  type Drafts,
  editBack,
  editOfDrafts,
  editOfValues,
  jointProblems,
  problemOf,
  textOf,
} from './setting-text.ts';

/** The last saved change, with the previous values. */
interface Undoable {
  before: readonly DescribedSetting[];
  /** The only changed setting, if its reset button was used. */
  reset: SettingName | null;
}

/** Returns the unsaved input of a section with its errors, and functions to save, reset and undo. */
export function useSettingEdits(section: SectionName, all: readonly DescribedSetting[]) {
  const [drafts, setDrafts] = useDrafts(section, all);
  const save = useChangeSettings();
  const { keepBefore, change, ...undoing } = useUndo(all);
  const changed = Object.keys(drafts) as SettingName[];
  const joint = jointProblems(settingValues({ settings: [...all] }), drafts);
  const problemIn = (setting: DescribedSetting): string | null => {
    const draft = drafts[setting.name];
    return (draft === undefined ? null : problemOf(setting, draft)) ?? joint[setting.name] ?? null;
  };
  const isValid = all.every((setting) => problemIn(setting) === null);
  const without = ({ name }: DescribedSetting): Drafts => {
    const { [name]: _draft, ...others } = drafts;
    return others;
  };

  const type = (setting: DescribedSetting, typed: string | boolean) => {
    save.reset();
    const now = textOf(setting.name, setting.value);
    const isAsItIs = typed === now || (typeof typed === 'string' && typed.trim() === now);
    setDrafts(isAsItIs ? without(setting) : { ...drafts, [setting.name]: typed });
  };
  const submit = () => {
    if (!isValid || changed.length === 0 || save.isPending) return;
    save.mutate(editOfDrafts(drafts, new Map(all.map((setting) => [setting.name, setting]))), {
      onSuccess: () => {
        // Input during the request is kept.
        setDrafts((now) => (now === drafts ? {} : now));
        keepBefore(changed);
      },
    });
  };
  const reset = (setting: DescribedSetting) => {
    setDrafts(without(setting));
    change.mutate(editOfValues(new Map([[setting.name, undefined]])), {
      onSuccess: () => keepBefore([setting.name], setting.name),
      onError: notifyProblem,
    });
  };
  /** The errors of the node by their paths. */
  const refusals = new Map(
    save.isError ? toCallError(save.error).errors.map((error) => [error.path, error]) : [],
  );
  const discard = () => setDrafts({});
  return { drafts, changed, save, problemIn, isValid, refusals, type, submit, reset, discard, ...undoing };
}

/** The unsaved input of sections, which is still there when the user comes back from another page. */
const unsaved = new Map<SectionName, Drafts>();

function useDrafts(section: SectionName, all: readonly DescribedSetting[]) {
  const [drafts, setDrafts] = useState(() => stillUnsaved(unsaved.get(section) ?? {}, all));
  useEffect(() => {
    unsaved.set(section, stillUnsaved(drafts, all));
  }, [section, drafts, all]);
  return [drafts, setDrafts] as const;
}

/** Leaves out what was saved, and secrets. */
const stillUnsaved = (drafts: Drafts, all: readonly DescribedSetting[]): Drafts =>
  Object.fromEntries(
    all
      .filter(({ name, value, secret }) => !secret && drafts[name] !== textOf(name, value))
      .flatMap(({ name }) => (drafts[name] === undefined ? [] : [[name, drafts[name]]])),
  );

/** Stores the values from before the last saved change. */
function useUndo(all: readonly DescribedSetting[]) {
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const change = useChangeSettings();
  const keepBefore = (names: readonly SettingName[], reset: SettingName | null = null) =>
    setUndoable({ before: all.filter((setting) => names.includes(setting.name)), reset });
  // A secret cannot be restored, because its value is unknown here.
  const canUndo = undoable?.before.every(({ secret }) => !secret) ?? false;
  const undo = () => {
    if (!undoable) return;
    setUndoable(null);
    change.mutate(editBack([...undoable.before]), { onError: notifyProblem });
    const [first] = undoable.before;
    document
      .getElementById(rowIdOf(first?.name ?? ''))
      ?.querySelector<HTMLElement>('input, textarea')
      ?.focus();
  };
  return { change, keepBefore, undoable, canUndo, undo };
}
