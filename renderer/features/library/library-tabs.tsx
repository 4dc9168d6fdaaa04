import { t } from '../../lib/i18n/language.ts';
import { PageTabs } from '../../ui/navigation/page-tabs.tsx';
import { useLibraryCounts } from './library-queries.ts';

/** Shows the lists of licences as tabs; nothing while there is only one list. */
export function LibraryTabs({ isShown = false }: { isShown?: boolean }) {
  const { data } = useLibraryCounts();
  const { given = 0, declined = 0 } = data ?? {};
  if (!isShown && given + declined === 0) return null;
  return (
    <PageTabs
      label={t('library.tabs.label')}
      tabs={[
        { path: '/library', label: t('library.tabs.kept') },
        { path: '/library/given', label: t('library.tabs.given', { n: given }) },
        { path: '/library/declined', label: t('library.tabs.declined', { n: declined }) },
      ]}
    />
  );
}
