import { Loader, Text } from '@mantine/core';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** Tells that Alcove restarts as the restored node. */
export function RestoreBegun() {
  return (
    <SectionCard title={t('recovery.begun.title')} aside={<Loader size="sm" aria-hidden />}>
      <Text size="sm" role="status">
        {t('recovery.begun.text')}
      </Text>
    </SectionCard>
  );
}
