import { Select } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { LanguageChoice } from '../../src/contract/desktop.ts';
import { shellRefused } from '../lib/content-actions.ts';
import { chosenLanguage, keepLanguage, languages, showLanguage, t } from '../lib/language.ts';
import { notifyProblem } from '../lib/notify-problem.tsx';
import { loadCode } from '../lib/page-code.ts';

async function choose(choice: LanguageChoice): Promise<void> {
  await keepLanguage(choice).catch(shellRefused);
  await loadCode(() => showLanguage(choice));
}

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
