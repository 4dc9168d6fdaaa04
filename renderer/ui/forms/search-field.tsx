import { CloseButton, Loader, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { t } from '../../lib/i18n/language.ts';

interface SearchFieldProps extends Pick<TextInputProps, 'placeholder' | 'flex'> {
  /** Names the searched list and its fields. */
  label: string;
  value: string;
  onChange(text: string): void;
  /** Whether the visible results belong to an earlier search. */
  isSearching?: boolean;
  /** Gives the field the focus when its dialog opens. */
  'data-autofocus'?: boolean;
}

export function SearchField({ label, value, onChange, isSearching = false, ...others }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    // The button that clears the field disappears, so the field gets the focus.
    field.current?.focus();
  };
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      {...others}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        isSearching ? (
          <Loader size={16} role="status" aria-label={t('common.searching')} />
        ) : (
          value !== '' && <CloseButton size="sm" aria-label={t('common.clearSearch')} onClick={clear} />
        )
      }
    />
  );
}
