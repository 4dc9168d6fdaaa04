import { Select } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { LanguageChoice } from '../../src/contract/desktop.ts';
import { shellRefused } from '../lib/content-actions.ts';
import { chooseLanguage, chosenLanguage, languages, t } from '../lib/language.ts';
import { notifyProblem } from '../lib/notify-problem.tsx';
import { shell } from '../lib/shell.ts';

/** Each language by its own name, so that it is found by who reads no other. */
export function LanguageSwitch() {
  return (
    <Select
      size="xs"
      aria-label={t('frame.language.label')}
      leftSection={<IconLanguage size={16} stroke={1.6} aria-hidden />}
      allowDeselect={false}
      value={chosenLanguage()}
      onChange={(choice) => choice && choose(choice).catch(notifyProblem)}
      data={[
        { value: 'auto', label: t('frame.language.system') },
        ...(['en', 'ru'] as const).map((value) => ({ value, label: languages[value].name })),
      ]}
    />
  );
}

/** The shell's menus and notifications follow. */
async function choose(language: LanguageChoice): Promise<void> {
  await chooseLanguage(language);
  await shell?.invoke('preferences.set', { language }).catch(shellRefused);
}
