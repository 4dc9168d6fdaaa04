import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { FileRow } from './file-row.tsx';
import { isFollowed, useNewestFiles } from './newest-files.ts';

/** Number of tiles in two rows of a wide window. */
const tiles = 12;

/** Shows the newest files of the user, and those that they fetched. */
export function RecentlyAdded() {
  const query = useNewestFiles();
  const files = query.data?.items.filter((content) => !isFollowed(content)).slice(0, tiles);
  if (files?.length === 0) return null;
  return (
    <FileRow
      title={t('home.recent.title')}
      link={{ to: paths.library, label: t('home.recent.all') }}
      query={query}
      files={files ?? []}
    />
  );
}
