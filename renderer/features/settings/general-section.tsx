import { Box, Highlight, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { LanguageSwitch, ThemeSwitch } from '../appearance/index.ts';
import { type GeneralSetting, rowIdOf } from './sections.ts';
import { generalSettingsOf } from './settings-filter.ts';

/** Shows the appearance and language of the dashboard on this computer. */
export function GeneralSection({ words }: { words: readonly string[] }) {
  const rows = generalSettingsOf(words);
  if (rows.length === 0) return null;
  const controls: Record<GeneralSetting, ReactNode> = {
    language: <LanguageSwitch />,
    appearance: <ThemeSwitch />,
  };
  return (
    <SectionCard title={t('settings.general.title')}>
      <Stack gap="lg">
        {rows.map((row) => (
          <Box key={row} id={rowIdOf(row)} maw="24rem">
            <Highlight size="sm" fw={600} highlight={[...words]}>
              {t(`settings.general.${row}.name`)}
            </Highlight>
            <SmallNote mb={6}>{t(`settings.general.${row}.text`)}</SmallNote>
            {controls[row]}
          </Box>
        ))}
      </Stack>
    </SectionCard>
  );
}
