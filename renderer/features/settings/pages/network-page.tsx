import { t } from '../../../lib/i18n/language.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { SettingsSections } from '../settings-sections.tsx';

/** Shows the settings of the node's connections to others and to the chain. */
export function NetworkPage() {
  return (
    <Page title={t('frame.pages.network')}>
      <SettingsSections names={['node', 'bandwidth', 'chain']} />
    </Page>
  );
}
