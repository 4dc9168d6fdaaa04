import { Badge, Code, DataList, Group, List } from '@mantine/core';
import { Trans } from 'react-i18next';
import type { SignInState } from '../../../src/contract/dashboard-api/auth.ts';
import { t } from '../../lib/i18n/language.ts';
import { paths } from '../../lib/paths.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { LinkButton } from '../../ui/navigation/link-button.tsx';
import { Fact } from '../../ui/values/fact.tsx';
import { Intro } from '../../ui/values/texts.ts';

/** Shows who may sign in, with a link to the setting. */
export function AdmissionCard({ state: { who, list, telegram, domains } }: { state: SignInState }) {
  return (
    <SectionCard title={t('auth.who.title')} aside={<Badge>{t(`auth.who.labels.${who}`)}</Badge>}>
      <Intro>{t(`auth.who.explanations.${who}`)}</Intro>
      <DataList labelWidth="9rem">
        {who === 'list' && (
          <Fact label={t('auth.who.listLabel')}>
            {list.length === 0 ? t('auth.who.nobody') : <ListEntries entries={list} />}
          </Fact>
        )}
        <Fact label={t('auth.who.telegramLabel')}>{t(`auth.who.telegram.${telegram}`)}</Fact>
        <Fact label={t('auth.who.domainsLabel')}>
          {domains.length > 0 ? (
            domains.join(', ')
          ) : (
            <Trans i18nKey="auth.who.noDomains" components={{ code: <Code /> }} />
          )}
        </Fact>
      </DataList>
      <Group>
        <LinkButton to={`${paths.access}#sign_in.who`} size="xs">
          {t('auth.who.change')}
        </LinkButton>
      </Group>
    </SectionCard>
  );
}

function ListEntries({ entries }: { entries: string[] }) {
  return (
    <List size="sm" listStyleType="none" spacing={2}>
      {entries.map((entry) => (
        <List.Item key={entry} style={{ overflowWrap: 'anywhere' }}>
          {entry}
        </List.Item>
      ))}
    </List>
  );
}
