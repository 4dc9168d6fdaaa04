import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { FileRow } from './file-row.tsx';
import { isFollowed, useNewestFiles } from './newest-files.ts';

/** Number of tiles in one row of a wide window. */
const tiles = 6;

/** Shows the newest files of the people whom the user follows. */
export function NewlyFollowed() {
  const query = useNewestFiles('others');
  const files = query.data?.items.filter(isFollowed).slice(0, tiles) ?? [];
  if (files.length === 0) return null;
  return (
    <FileRow
      title={t('home.followed.title')}
      link={{ to: paths.following, label: t('home.followed.all') }}
      query={query}
      files={files}
    />
  );
}
