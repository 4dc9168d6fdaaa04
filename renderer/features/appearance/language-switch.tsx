import { Select } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import type { LanguageChoice } from '../../../src/contract/ipc.ts';
import { chosenLanguage, keepLanguage, languages, showLanguage, t } from '../../lib/i18n/language.ts';
import { loadCode } from '../../lib/session/page-code.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';
import { notifyProblem } from '../../ui/feedback/notify-problem.tsx';

async function choose(choice: LanguageChoice): Promise<void> {
  await keepLanguage(choice).catch(shellRefused);
  await loadCode(() => showLanguage(choice));
}

/** Selects the language; each is listed by its own name. */
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
