import { Button, EmptyState } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Page } from '../components/page.tsx';
import { t } from '../lib/language.ts';

export function NotFoundPage() {
  return (
    <Page title={t('frame.notFound.title')}>
      <EmptyState
        py={0}
        icon={<IconMapQuestion stroke={1.4} aria-hidden />}
        description={t('frame.notFound.text')}
      >
        <EmptyState.Actions>
          <Button component={Link} to="/">
            {t('frame.notFound.toOverview')}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </Page>
  );
}
