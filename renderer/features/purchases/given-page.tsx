import { IconGift } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { Note } from '../../ui/values/texts.ts';
import { Licences } from './licences.tsx';
import { GivenRow } from './rows/given-row.tsx';

/** Lists the licences that were not ordered on this node and wait for a decision. */
export const GivenPage = () => <Undelivered shown="given" />;

export const DeclinedPage = () => <Undelivered shown="declined" />;

function Undelivered({ shown }: { shown: 'given' | 'declined' }) {
  const text = t(`purchases.${shown}.text`);
  const none = { title: t(`purchases.${shown}.noneTitle`), description: t(`purchases.${shown}.none`) };
  return (
    <Licences
      shown={shown}
      label={t(`purchases.${shown}.list`)}
      rowHeight={64}
      columns={[
        { label: t('content.details.title') },
        { label: t('purchases.columns.issued'), visibleFrom: 'md', w: 180 },
      ]}
      above={(count) => count !== 0 && <Note>{text}</Note>}
      none={<EmptyCard icon={IconGift} {...none} />}
    >
      {(licence, index) => <GivenRow licence={licence} index={index} />}
    </Licences>
  );
}
