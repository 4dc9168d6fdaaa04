import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/language.ts';

interface SortMenuProps<T extends string> {
  /** Name of the choice. */
  label: string;
  value: T;
  choices: readonly T[];
  labelOf(choice: T): string;
  onChange(choice: T): void;
  /** More entries below the choices. */
  children?: ReactNode;
}

/** Chooses the order of a list. */
export function SortMenu<T extends string>({ label, value, choices, labelOf, ...props }: SortMenuProps<T>) {
  const { onChange, children } = props;
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={t('common.labelled', { label, value: labelOf(value) })}
        >
          {labelOf(value)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={value}
          onChange={(chosen) => onChange(choices.find((each) => each === chosen) ?? value)}
        >
          {choices.map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {labelOf(each)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
