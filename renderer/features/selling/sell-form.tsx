import { Button, Grid, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { amountText } from '../../lib/format/ton.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { headerHeight } from '../../ui/theme/theme.ts';
import { SmallNote } from '../../ui/values/texts.ts';
import { DetailsFields } from '../stored-file/index.ts';
import { openSaleDialog } from './confirm-sale.tsx';
import { draftOf, keepDraft } from './drafts.ts';
import { EarningsCard } from './earnings-card.tsx';
import { FileCard } from './file-card.tsx';
import { PreviewCard } from './preview-card.tsx';
import { PriceCard } from './price-card.tsx';
import { isTestChain, type Publication, publicationOf, registrationOf } from './publication.ts';
import { readShares } from './revenue-split.ts';
import { RevenueSplitEditor } from './revenue-split-editor.tsx';

interface SellFormProps {
  content: LocalContent;
  chain: ChainState;
}

/** Returns the form as entered, which is kept as a draft, and a function that changes it. */
function usePublication(content: LocalContent) {
  const { content_id: id } = content;
  const [publication, setPublication] = useState(() => ({ ...publicationOf(content), ...draftOf(id) }));
  const change = (part: Partial<Publication>) => {
    // A preview that is ready later must not undo what was typed meanwhile.
    setPublication((now) => {
      const changed = { ...now, ...part };
      keepDraft(id, changed);
      return changed;
    });
  };
  return { publication, change };
}

/** Edits the data that a registration puts on the chain. */
export function SellForm({ content, chain }: SellFormProps) {
  const { content_id: contentId } = content;
  const { publication, change } = usePublication(content);
  const [insist, setInsist] = useState(false);
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const ask = registrationOf(publication, { contentId, chain });
    if (ask === null) {
      setInsist(true);
      // The first invalid field gets the focus once it is marked.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    openSaleDialog(ask);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <SectionCard title={t('selling.form.what')}>
              <DetailsFields
                details={publication}
                onChange={change}
                titleProblem={publication.title.trim() === '' && t('content.edit.untitled')}
              />
            </SectionCard>
            <PreviewCard content={content} publication={publication} onChange={change} />
            <PriceCard
              publication={publication}
              onChange={change}
              contentType={content.content_type}
              costs={chain.costs}
              insist={insist}
            />
            <RevenueSplitEditor
              shares={publication.shares}
              onChange={(shares) => change({ shares })}
              isTestChain={isTestChain(chain)}
              insist={insist}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Summary content={content} chain={chain} publication={publication} />
        </Grid.Col>
      </Grid>
    </form>
  );
}

interface SummaryProps extends SellFormProps {
  publication: Publication;
}

/** Shows the file, the earnings and the cost beside the form. */
function Summary({ content, chain, publication }: SummaryProps) {
  const { costs } = chain;
  const shares = readShares(publication.shares, isTestChain(chain));
  return (
    <Stack gap="md" pos="sticky" top={headerHeight + 16}>
      <FileCard content={content} />
      <EarningsCard publication={publication} shares={shares} costs={costs} />
      <Group justify="space-between" gap="sm">
        <SmallNote flex="1 1 10rem">
          {t('selling.form.cost', { amount: amountText(costs.register) })}
        </SmallNote>
        <Button type="submit">{t('content.menu.publish')}</Button>
      </Group>
    </Stack>
  );
}
