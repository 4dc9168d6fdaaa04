import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { SettingsEdit } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { t } from '../../lib/i18n/language.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SavedNote } from './saved-note.tsx';
import { useChangeSettings } from './settings-queries.ts';

/** A limit; an empty field means no limit. */
export interface LimitField {
  /** The setting in its section. */
  name: string;
  /** The current value, as text of the field. */
  now: string;
  /** Returns the value of the setting; undefined for invalid input. */
  parse(typed: string): number | null | undefined;
  /** Shown for invalid input. */
  problem: string;
  field: Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'aria-description'>;
}

interface LimitsFormProps {
  section: keyof SettingsEdit & string;
  limits: readonly LimitField[];
  /** The appearance of all fields, such as their unit. */
  inputProps: TextInputProps;
  /** Returns a warning about valid values. */
  warn?(values: readonly (number | null | undefined)[]): ReactNode;
}

/** Edits limits of one section, which are saved together. */
export function LimitsForm({ section, limits, inputProps, warn }: LimitsFormProps) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const change = useChangeSettings();
  const fields = limits.map((limit) => {
    const text = typed[limit.name] ?? limit.now;
    return { ...limit, text, value: limit.parse(text) };
  });
  const changed = fields.filter(({ text, now }) => text.trim() !== now);
  const isValid = fields.every(({ value }) => value !== undefined);
  const submit = () => {
    if (!isValid || changed.length === 0 || change.isPending) return;
    const edit = { [section]: Object.fromEntries(changed.map(({ name, value }) => [name, value])) };
    // Input during the request is kept.
    change.mutate(edit, { onSuccess: () => setTyped((now) => (now === typed ? {} : now)) });
  };
  return (
    <Form gap="sm" onSubmit={submit}>
      <Group gap="sm" align="flex-start">
        {fields.map(({ name, text, value, problem, field }) => (
          <TextInput
            key={name}
            inputMode="decimal"
            autoComplete="off"
            {...inputProps}
            {...field}
            value={text}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            error={value === undefined && problem}
          />
        ))}
      </Group>
      {isValid && warn?.(fields.map(({ value }) => value))}
      {change.isError && <ProblemAlert error={change.error} onClose={change.reset} />}
      <SavedNote isSaved={change.isSuccess && changed.length === 0} />
      {changed.length > 0 && (
        <Group gap="sm">
          <Button type="submit" size="xs" loading={change.isPending} disabled={!isValid}>
            {t('common.limits.set')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setTyped({})}>
            {t('common.cancel')}
          </Button>
        </Group>
      )}
    </Form>
  );
}
