import { Stack } from '@mantine/core';
import { t } from '../../../lib/i18n/language.ts';
import { paths } from '../../../lib/paths.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { LinkButton } from '../../../ui/navigation/link-button.tsx';
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
        <SettingsSections names={['purpose', 'prices']} />
        <LinkButton to={paths.join} style={{ alignSelf: 'flex-start' }}>
          {t('frame.pages.join')}
        </LinkButton>
        <DesktopCard />
        <UpdatesCard />
      </Stack>
    </Page>
  );
}
