import { Button } from '@mantine/core';
import { IconBuildingStore, IconFileSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { publishPath } from '../../lib/paths.ts';
import { EmptyCard } from '../../ui/feedback/empty-card.tsx';

export function NothingForSale() {
  return (
    <EmptyCard
      icon={IconBuildingStore}
      title={t('market.nothing.title')}
      description={t('market.nothing.text')}
    >
      <Button component={Link} to={publishPath}>
        {t('market.nothing.choose')}
      </Button>
    </EmptyCard>
  );
}

export function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <EmptyCard
      role="status"
      icon={IconFileSearch}
      title={t('market.nothing.found')}
      description={t('market.nothing.foundText')}
    >
      <Button variant="default" onClick={onClear}>
        {t('market.nothing.showEverything')}
      </Button>
    </EmptyCard>
  );
}
