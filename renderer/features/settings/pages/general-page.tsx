import { Stack } from '@mantine/core';
import { t } from '../../../lib/i18n/language.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { UpdatesCard } from '../../updates/index.ts';
import { DesktopCard } from '../desktop-card.tsx';
import { GeneralSection } from '../general-section.tsx';
import { SettingsSections } from '../settings-sections.tsx';

/** Shows the settings of the dashboard and the app. */
export function GeneralPage() {
  return (
    <Page title={t('frame.pages.general')}>
      <Stack gap="md" maw="52rem">
        <GeneralSection words={[]} />
        <SettingsSections names={['purpose']} />
        <DesktopCard />
        <UpdatesCard />
      </Stack>
    </Page>
  );
}
