import { Stack } from '@mantine/core';
import { t } from '../../../lib/i18n/language.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { BlockedCard } from '../../blocking/index.ts';
import { SettingsSections } from '../settings-sections.tsx';
import { WhoSeesCard } from '../who-sees-card.tsx';

/** Shows who can see files, how much of its history the node keeps, and the blocked files. */
export function PrivacyPage() {
  return (
    <Page title={t('frame.pages.privacy')}>
      <Stack gap="md" maw="52rem">
        <WhoSeesCard />
        <SettingsSections names={['privacy']} />
        <BlockedCard />
      </Stack>
    </Page>
  );
}
