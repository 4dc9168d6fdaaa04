import { t } from '../../lib/i18n/language.ts';
import { PageTabs } from './page-tabs.tsx';

const tabs = [
  { path: '/content', name: 'own' },
  { path: '/content/elsewhere', name: 'elsewhere' },
  { path: '/content/following', name: 'following' },
  { path: '/content/shared', name: 'shared' },
] as const;

export function ContentTabs() {
  return (
    <PageTabs
      label={t('content.title')}
      tabs={tabs.map(({ path, name }) => ({ path, label: t(`content.tabs.${name}`) }))}
    />
  );
}
