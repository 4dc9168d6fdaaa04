import { PasswordInput, Select, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import type { ChangeEventHandler, ReactNode } from 'react';
import { coin } from '../../../../src/contract/coin.ts';
import type { DescribedSetting } from '../../../../src/contract/dashboard-api/administration/settings.ts';
import { t } from '../../../lib/i18n/language.ts';
import { Switch } from '../../../ui/forms/switch.tsx';
import { kinds } from '../sections.ts';
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

type KindInputProps = Omit<SettingInputProps, 'typed' | 'onChange'> & {
  text: string;
  onType: ChangeEventHandler<HTMLInputElement | HTMLTextAreaElement>;
};

export function SettingInput({ typed, onChange, ...props }: SettingInputProps) {
  const { setting, ...common } = props;
  const { name } = setting;
  const rest = {
    ...props,
    text: String(typed),
    onType: ({ currentTarget: { value } }) => onChange(value),
  } satisfies KindInputProps;
  switch (kinds[name]) {
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
          value={rest.text}
          onChange={(choice) => onChange(choice ?? '')}
          data={choicesOf(name).map((value) => ({ value, label: choiceLabel(name, value) }))}
        />
      );
    case 'secret':
      return <SecretInput {...rest} />;
    case 'lines':
    case 'origins':
    case 'hosts':
      return <LinesInput {...rest} />;
    default:
      return <LineInput {...rest} />;
  }
}

function SecretInput({ setting, text, onType, ...common }: KindInputProps) {
  return (
    <PasswordInput
      {...common}
      styles={width(32)}
      autoComplete="off"
      placeholder={setting.is_set ? t('settings.set') : t('settings.notSetYet')}
      value={text}
      onChange={onType}
    />
  );
}

function LinesInput({ setting: _, text, onType, ...common }: KindInputProps) {
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
      onChange={onType}
    />
  );
}

function LineInput({ setting, text, onType, label, ...common }: KindInputProps) {
  const kind = kinds[setting.name];
  // An empty rate has no unit either.
  const unit = kind === 'rate' && text === '' ? null : unitOf(kind);
  return (
    <TextInput
      {...common}
      label={
        <>
          {label}
          {unit && kind !== 'rate' && <VisuallyHidden>({unit})</VisuallyHidden>}
        </>
      }
      styles={width(['text', 'url', 'origin'].includes(kind) ? 32 : 14)}
      autoComplete="off"
      spellCheck={false}
      placeholder={setting.value === null ? t('settings.notSetYet') : ''}
      value={text}
      onChange={onType}
      rightSection={unit && <span aria-hidden>{unit}</span>}
      rightSectionWidth={unit ? 56 : 0}
    />
  );
}

/** Limits the width of the field only; label and description use the whole line. */
const width = (rem: number) => ({ wrapper: { maxWidth: `${rem}rem` } });

function unitOf(kind: string): string | null {
  if (kind === 'ton') return coin;
  if (kind === 'days') return t('settings.units.days');
  return kind === 'rate' ? t('settings.units.perSecond') : null;
}
