import { Stack, Title } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ChainState } from '../../../src/contract/dashboard-api/chain.ts';
import type { LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { isSaleAwaited } from '../orders/index.ts';
import { useShareHosts } from '../sharing/index.ts';
import { DetailsFields } from '../stored-file/index.ts';
import { draftOf, keepDraft } from './drafts.ts';
import { EarningsCard } from './earnings-card.tsx';
import { FileCard } from './file-card.tsx';
import { FilePictureChoice, useFilePicture, useFirstPicture } from './file-picture-choice.tsx';
import { PreviewCard } from './preview-card.tsx';
import { PriceCard } from './price-card.tsx';
import { isTestChain, lacksCover, type Publication, registrationOf, withDraft } from './publication.ts';
import { readRevenueSplit } from './revenue-split.ts';
import { RevenueSplitEditor } from './revenue-split-editor.tsx';
import { ConfirmStep } from './steps/confirm-step.tsx';
import { HostStep } from './steps/host-step.tsx';
import { furthestStep, type SaleStep, saleSteps, stepBeside, stepOf, stepQuery } from './steps/sale-steps.ts';
import { StepButtons } from './steps/step-buttons.tsx';
import { StepList } from './steps/step-list.tsx';

interface SellFormProps {
  content: LocalContent;
  chain: ChainState;
}

/**
 * Returns the entered form, which is stored as a draft, and a function that changes it. Before the first change it
 * shows the data of the file, whose tags may not be read yet.
 */
function usePublication(content: LocalContent) {
  const { content_id: id } = content;
  const [draft, setDraft] = useState(() => draftOf(id));
  const publication = withDraft(content, draft);
  const change = (part: Partial<Publication>) => {
    // An update function, because a preview that is finished later must not undo changes made meanwhile.
    setDraft((now) => {
      const changed = { ...withDraft(content, now), ...part };
      keepDraft(id, changed);
      return changed;
    });
  };
  return { publication, change };
}

/** Returns the step of the URL, at most `furthest`, and a function that opens another step. */
function useStep(furthest: SaleStep, isConfirmed: boolean) {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const step = stepOf(query.get('step'), furthest, isConfirmed);
  return { step, open: (to: SaleStep) => void navigate({ search: stepQuery(to) }, { state }) };
}

/** Moves the focus to the heading of each further step, so that screen readers announce it. */
function useStepFocus(step: SaleStep): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}

/** Edits the data that a registration puts on the chain, and the host of the file, in steps. */
export function SellForm({ content: given, chain }: SellFormProps) {
  const content = useFirstPicture(given);
  const hosts = useShareHosts();
  const sale = { contentId: content.content_id, chain, hosts: hosts.data?.hosts.map(({ host }) => host) };
  const { publication, change } = usePublication(content);
  const furthest = furthestStep(publication, sale);
  // Editing is disabled, because the file is sold as it was confirmed before its encryption.
  const isConfirmed = isSaleAwaited(content.content_id);
  const { step, open } = useStep(furthest, isConfirmed);
  const heading = useStepFocus(step);
  const ask = registrationOf(publication, sale);
  const edited = { content, chain, publication, change };
  const onBack = () => open(stepBeside(step, -1));
  const onNext = (part: Partial<Publication> = {}) => {
    change(part);
    open(stepBeside(step, 1));
  };
  return (
    <Stack gap="md" maw="45rem">
      <StepList current={step} furthest={furthest} isFixed={isConfirmed} />
      <Title order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('selling.steps.heading', {
          number: saleSteps.indexOf(step) + 1,
          count: saleSteps.length,
          question: t(`selling.steps.question.${step}`),
        })}
      </Title>
      {step === 'details' && <DetailsStep {...edited} onNext={onNext} />}
      {step === 'price' && <PriceStep {...edited} onBack={onBack} onNext={onNext} />}
      {step === 'host' && (
        <HostStep selected={publication.host} onBack={onBack} onSelected={(host) => onNext({ host })} />
      )}
      {step === 'confirm' && hosts.isPending && <Loading height={320} label={t('sharing.dialog.loading')} />}
      {step === 'confirm' && !hosts.isPending && ask && (
        <ConfirmStep ask={ask} content={content} onBack={onBack} />
      )}
    </Stack>
  );
}

interface EditedProps extends SellFormProps {
  publication: Publication;
  change(part: Partial<Publication>): void;
  onNext(part?: Partial<Publication>): void;
}

function DetailsStep({ content, publication, change, onNext }: EditedProps) {
  const isUntitled = publication.title.trim() === '';
  const picture = useFilePicture(content);
  const submit = () => {
    if (isUntitled) focusProblem();
    else if (!lacksCover(publication)) onNext();
    else picture.mutate(publication.title.trim(), { onSuccess: (coverId) => onNext({ coverId }) });
  };
  return (
    <Form onSubmit={submit}>
      <FileCard content={content} />
      <SectionCard title={t('selling.form.what')}>
        <DetailsFields
          details={publication}
          // A user who removes the cover does not want the picture of the file instead.
          onChange={(part) => change({ ...part, ...(part.coverId === null && { usesFilePicture: false }) })}
          titleProblem={isUntitled && t('content.edit.untitled')}
        />
        {publication.coverId === null && (
          <FilePictureChoice
            content={content}
            isUsed={publication.usesFilePicture}
            onChange={(usesFilePicture) => change({ usesFilePicture })}
          />
        )}
        {picture.isError && <ProblemAlert error={picture.error} onClose={picture.reset} />}
      </SectionCard>
      <PreviewCard content={content} publication={publication} onChange={change} />
      <StepButtons loading={picture.isPending} />
    </Form>
  );
}

function PriceStep({
  content,
  chain,
  publication,
  change,
  onBack,
  onNext,
}: EditedProps & { onBack(): void }) {
  const [insist, setInsist] = useState(false);
  const isTest = isTestChain(chain);
  const submit = () => {
    const sale = { contentId: content.content_id, chain, hosts: undefined };
    if (furthestStep(publication, sale) !== 'price') return onNext();
    setInsist(true);
    focusProblem();
  };
  return (
    <Form onSubmit={submit}>
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
        isTestChain={isTest}
        insist={insist}
      />
      <EarningsCard
        publication={publication}
        shares={readRevenueSplit(publication.shares, isTest)}
        costs={chain.costs}
      />
      <StepButtons onBack={onBack} />
    </Form>
  );
}

/** Moves the focus to the first invalid field, after it was marked. */
function focusProblem(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus());
}
