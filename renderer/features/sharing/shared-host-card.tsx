import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { deleteShareHost, type SharedContent } from '../../../src/contract/dashboard-api/sharing.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { t } from '../../lib/i18n/language.ts';
import { NodeMessage } from '../../ui/feedback/node-message.tsx';
import { ChangeButton } from '../../ui/forms/change-button.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { Note } from '../../ui/values/texts.ts';
import { HostSignIn } from './host-sign-in.tsx';
import { ShareItem } from './share-item.tsx';
import { alsoUnsharedLabel, shareHostLabel, shareHostName } from './sharing-labels.ts';
import type { ShareHost } from './sharing-queries.ts';

/** Number of items that are shown at first. */
const pageSize = 50;

/** Shows a public node: the account of this node there, and the shared contents. */
export function SharedHostCard({ host, shares }: { host: ShareHost; shares: SharedContent[] }) {
  const [shown, setShown] = useState(pageSize);
  const [showsParts, setShowsParts] = useState(false);
  const parts = shares.filter((share) => share.is_part);
  const own = shares.filter((share) => !share.is_part);
  const listed = showsParts ? [...own, ...parts] : own;
  const name = shareHostName(host);
  const { signed_in: signedIn } = host;
  return (
    <SectionCard
      title={name}
      aside={signedIn !== null && signedIn.way !== 'practice' && <SignOut host={host.host} name={name} />}
    >
      <Note>{shareHostLabel(host)}</Note>
      {signedIn === null && host.reachable && <HostSignIn host={host} />}
      {signedIn !== null && host.message !== null && (
        <Text size="sm" c="var(--mantine-color-error)">
          <NodeMessage message={host.message} />
        </Text>
      )}
      {listed.length > 0 && (
        <BareList gap="lg" aria-label={t('sharing.page.list', { node: name })}>
          {listed.slice(0, shown).map((share) => (
            <ShareItem
              key={share.content_id}
              share={share}
              heading={share.name || share.content_id}
              consequences={alsoUnsharedLabel(share.also_unshared)}
            />
          ))}
        </BareList>
      )}
      {listed.length > shown && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setShown(shown + pageSize)}>
          {t('sharing.page.showMoreOf', { count: listed.length })}
        </Button>
      )}
      {parts.length > 0 && !showsParts && (
        <Button variant="default" size="xs" w="fit-content" onClick={() => setShowsParts(true)}>
          {t('sharing.page.showParts', { count: parts.length })}
        </Button>
      )}
    </SectionCard>
  );
}

function SignOut({ host, name }: { host: string; name: string }) {
  const signOut = useChange('sharing', (node) => node.call(deleteShareHost, { query: { host } }));
  const question = {
    title: t('sharing.signOut.title', { node: name }),
    text: t('sharing.signOut.text'),
    confirm: t('sharing.signOut.confirm'),
  };
  return (
    <ChangeButton change={signOut} question={question} aria-label={t('sharing.signOut.of', { node: name })}>
      {t('sharing.signOut.button')}
    </ChangeButton>
  );
}
