import { Button, Card, EmptyState } from '@mantine/core';
import { IconBuildingStore, IconFileSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n/language.ts';
import { publishPath } from '../../lib/paths.ts';

export function NothingForSale() {
  return (
    <Card>
      <EmptyState
        icon={<IconBuildingStore stroke={1.4} aria-hidden />}
        title={t('market.nothing.title')}
        description={t('market.nothing.text')}
      >
        <EmptyState.Actions>
          <Button component={Link} to={publishPath}>
            {t('market.nothing.choose')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}

export function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <Card>
      <EmptyState
        role="status"
        icon={<IconFileSearch stroke={1.4} aria-hidden />}
        title={t('market.nothing.found')}
        description={t('market.nothing.foundText')}
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={onClear}>
            {t('market.nothing.showEverything')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Card>
  );
}
