import { Button, Grid, Group, Stack } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { openDialog } from '../../ui/dialogs/dialogs.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { headerHeight } from '../../ui/theme/theme.ts';
import { SmallNote } from '../../ui/values/texts.ts';
import { DetailsFields } from '../stored-file/index.ts';
import { ConfirmSale } from './confirm-sale.tsx';
import { draftOf, keepDraft } from './drafts.ts';
import { EarningsCard } from './earnings-card.tsx';
import { FileCard } from './file-card.tsx';
import { PriceCard } from './price-card.tsx';
import { isTestChain, type Publication, publicationOf, registrationOf } from './publication.ts';
import { readShares } from './revenue-split.ts';
import { RevenueSplitEditor } from './revenue-split-editor.tsx';

interface SellFormProps {
  content: LocalContent;
  chain: ChainState;
}

/** Edits the data that a registration puts on the chain. */
export function SellForm({ content, chain }: SellFormProps) {
  const { content_id: contentId, content_type: contentType } = content;
  const [publication, setPublication] = useState(() => draftOf(contentId) ?? publicationOf(content));
  const [insist, setInsist] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<Publication>) => {
    const changed = { ...publication, ...part };
    keepDraft(contentId, changed);
    setPublication(changed);
  };
  const isTest = isTestChain(chain);
  const untitled = publication.title.trim() === '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ask = registrationOf(publication, { contentId, chain });
    if (ask === null) {
      setInsist(true);
      // The first invalid field gets the focus once it is marked.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    openDialog({
      title: t('publish.confirm.title', { title: publication.title.trim() }),
      size: 'lg',
      children: (close) => <ConfirmSale ask={ask} onClose={close} />,
    });
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <SectionCard title={t('publish.form.what')}>
              <DetailsFields
                details={publication}
                onChange={change}
                titleProblem={untitled && t('content.edit.untitled')}
              />
            </SectionCard>
            <PriceCard
              publication={publication}
              onChange={change}
              contentType={contentType}
              costs={chain.costs}
              insist={insist}
            />
            <RevenueSplitEditor
              shares={publication.shares}
              onChange={(shares) => change({ shares })}
              isTestChain={isTest}
              insist={insist}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md" pos="sticky" top={headerHeight + 16}>
            <FileCard content={content} />
            <EarningsCard
              publication={publication}
              shares={readShares(publication.shares, isTest)}
              costs={chain.costs}
            />
            <Group justify="space-between" gap="sm">
              <SmallNote flex="1 1 10rem">
                {t('publish.form.cost', { amount: amountText(chain.costs.register) })}
              </SmallNote>
              <Button type="submit">{t('publish.form.publish')}</Button>
            </Group>
          </Stack>
        </Grid.Col>
      </Grid>
    </form>
  );
}
