import { PasswordInput, Select, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DescribedSetting } from '../../../src/contract/dashboard-api/administration/settings.ts';
import { t } from '../../lib/i18n/language.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { kinds } from './sections.ts';
import { choiceLabel, choicesOf } from './setting-text.ts';

interface SettingInputProps {
  setting: DescribedSetting;
  label: ReactNode;
  description: ReactNode;
  typed: string | boolean;
  error: ReactNode;
  disabled: boolean;
  onChange(typed: string | boolean): void;
}

/** Renders the input field for the kind of a setting. */
export function SettingInput({ setting, typed, onChange, ...common }: SettingInputProps) {
  const { name, is_set: isSet } = setting;
  const kind = kinds[name];
  const text = String(typed);
  switch (kind) {
    case 'switch':
      return (
        <Switch
          {...common}
          checked={typed === true}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          styles={width(24)}
          allowDeselect={false}
          value={text}
          onChange={(choice) => onChange(choice ?? '')}
          data={choicesOf(name).map((value) => ({ value, label: choiceLabel(name, value) }))}
        />
      );
    case 'secret':
      return (
        <PasswordInput
          {...common}
          styles={width(32)}
          autoComplete="off"
          placeholder={isSet ? t('settings.set') : t('settings.notSetYet')}
          value={text}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
      );
    case 'lines':
    case 'origins':
    case 'hosts':
      return (
        <Textarea
          {...common}
          styles={width(32)}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          placeholder={t('settings.notSetYet')}
          value={text}
          onChange={({ currentTarget: { value } }) => onChange(value)}
        />
      );
    default: {
      const unit = unitOf(kind);
      return (
        <TextInput
          {...common}
          label={
            <>
              {common.label}
              {unit && kind !== 'rate' && <VisuallyHidden>({unit})</VisuallyHidden>}
            </>
          }
          styles={width(['text', 'url', 'origin'].includes(kind) ? 32 : 14)}
          autoComplete="off"
          spellCheck={false}
          placeholder={setting.value === null ? t('settings.notSetYet') : ''}
          value={text}
          onChange={({ currentTarget: { value } }) => onChange(value)}
          rightSection={unit && <span aria-hidden>{unit}</span>}
          rightSectionWidth={unit ? 56 : 0}
        />
      );
    }
  }
}

/** Limits the field only; label and description use the whole line. */
const width = (rem: number) => ({ wrapper: { maxWidth: `${rem}rem` } });

function unitOf(kind: string): string | null {
  if (kind === 'ton') return 'TON';
  if (kind === 'days') return t('settings.units.days');
  return kind === 'rate' ? t('settings.units.perSecond') : null;
}
