import { CheckIcon } from '@mantine/core';
import type { LocalContent } from '../../../../src/contract/dashboard-api/content.ts';
import { t } from '../../../lib/i18n/language.ts';
import { plainName } from '../../stored-file/index.ts';
import classes from './select-box.module.css';

export interface SelectableProps {
  content: LocalContent;
  /** Position among all matches, from 0. */
  index: number;
  isSelected: boolean;
  onToggle(content: LocalContent, index: number): void;
}

/** The checkbox that selects a file; it consists of plain elements, because scrolling renders many of them. */
export function SelectBox({ content, index, isSelected, onToggle }: SelectableProps) {
  return (
    <span className={classes.box}>
      <input
        type="checkbox"
        aria-label={t('content.selection.select', { name: plainName(content) })}
        checked={isSelected}
        onChange={() => onToggle(content, index)}
      />
      {isSelected && <CheckIcon className={classes.icon} />}
    </span>
  );
}
