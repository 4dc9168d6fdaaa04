import { t } from '../../../lib/i18n/language.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { SettingsSections } from '../settings-sections.tsx';

/** Shows limits and rarely changed settings, with their names for files and programs. */
export function AdvancedPage() {
  return (
    <Page title={t('frame.pages.advanced')}>
      <SettingsSections names={['storage', 'advanced']} showsNames />
    </Page>
  );
}
