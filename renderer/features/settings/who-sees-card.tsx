import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { Intro } from '../../ui/values/texts.ts';
import { useIsOnlyHere, useOverview } from '../monitoring/index.ts';

/** States who can open the files of this node, and leads to what is shared. */
export function WhoSeesCard() {
  const type = useOverview().data?.node.node_type;
  const isOnlyHere = useIsOnlyHere();
  if (type === undefined) return null;
  const who = type === 'private' && !isOnlyHere ? 'reachable' : type;
  return (
    <SectionCard title={t('settings.whoSees.title')}>
      <Intro>{t(`settings.whoSees.${who}`)}</Intro>
      <LinkButton to={paths.shared} w="fit-content">
        {t('settings.whoSees.show')}
      </LinkButton>
    </SectionCard>
  );
}
