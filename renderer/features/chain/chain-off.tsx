import { IconBooks, IconBuildingStore, IconTag, IconWallet } from '@tabler/icons-react';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { MarkedText } from '../../ui/values/marked-text.tsx';
import { StartPractice } from '../practice/index.ts';

const icons = { market: IconBuildingStore, purchases: IconBooks, publish: IconTag, wallet: IconWallet };

/** Explains selling and buying while this node follows no chain. */
export function ChainOff({ page }: { page: keyof typeof icons }) {
  const Icon = icons[page];
  return (
    <EmptyCard
      icon={Icon}
      title={t(`chain.off.title.${page}`)}
      description={<MarkedText text={t('chain.off.text')} />}
    >
      <StartPractice />
      <LinkButton to={paths.join}>{t('joining.others')}</LinkButton>
    </EmptyCard>
  );
}
