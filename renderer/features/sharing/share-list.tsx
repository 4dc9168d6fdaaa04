import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { ShareItem } from './share-item.tsx';
import { shareHostName } from './sharing-labels.ts';
import type { ShareHost } from './sharing-queries.ts';

interface ShareListProps {
  content: LocalContent;
  hosts: ShareHost[];
}

/** Lists the nodes on which a content is shared. */
export function ShareList({ content, hosts }: ShareListProps) {
  if (content.shares.length === 0) return null;
  return (
    <BareList gap="md" aria-label={t('sharing.dialog.where')}>
      {content.shares.map((share) => {
        const signedIn = hosts.find(({ host }) => host === share.host)?.signed_in ?? null;
        return (
          <ShareItem
            key={share.host}
            share={{ ...share, content_id: content.content_id, name: content.title, stored: true }}
            heading={shareHostName({ host: share.host, signed_in: signedIn })}
          />
        );
      })}
    </BareList>
  );
}
