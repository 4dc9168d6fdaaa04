import { Alert, Anchor, Button, Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { deleteContent, type LocalContent } from '../../../src/contract/dashboard-api/content.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { isCollectionType } from '../../lib/format/file-kind.ts';
import { formatBytes } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { itemPathOf } from '../../lib/paths.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ProgressAnnouncer } from '../../ui/feedback/progress-announcer.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import type { BackState } from '../../ui/navigation/back-link.tsx';
import { SmallNote } from '../../ui/values/texts.ts';
import { type Sample, viewerKindOf } from '../../viewer/messages.ts';
import { useContent } from '../stored-file/index.ts';
import { type SampleFailure, SampleFrame } from '../viewer/index.ts';
import type { Publication } from './publication.ts';

interface PreviewCardProps {
  content: LocalContent;
  publication: Publication;
  onChange(part: Partial<Publication>): void;
}

/** The length of previews of sound, which would be all of a shorter file. */
const sampleMs = 30_000;

const sampled = ['audio', 'video', 'image'] as const;

/** Lets the author select what users without a licence can see or hear. */
export function PreviewCard({ content, publication, onChange }: PreviewCardProps) {
  const kind = sampled.find((each) => each === viewerKindOf(content.content_type));
  const isShort = kind === 'audio' && (content.media?.duration_ms ?? Number.POSITIVE_INFINITY) <= sampleMs;
  return (
    <SectionCard title={t('selling.preview.title')}>
      {kind && !isShort ? (
        <Choice content={content} kind={kind} publication={publication} onChange={onChange} />
      ) : (
        <SmallNote>
          {t(
            isShort
              ? 'selling.preview.short'
              : isCollectionType(content.content_type)
                ? 'selling.preview.collection'
                : 'selling.preview.otherKind',
          )}
        </SmallNote>
      )}
    </SectionCard>
  );
}

function Choice({
  content,
  kind,
  publication: { previewId },
  onChange,
}: PreviewCardProps & { kind: (typeof sampled)[number] }) {
  const [isMaking, setMaking] = useState(false);
  const [failure, setFailure] = useState<SampleFailure | null>(null);
  const preview = usePreview(content, onChange);
  const { store, remove } = preview;
  const end = useCallback(() => setMaking(false), []);
  const fail = useCallback((reason: SampleFailure) => {
    setMaking(false);
    setFailure(reason);
  }, []);
  const choose = (choice: string) => {
    setFailure(null);
    store.reset();
    setMaking(choice === 'sample');
    if (choice === 'none' && previewId !== null) remove(previewId);
  };
  const { mutate } = store;
  const keep = useCallback((sample: Sample) => mutate(sample, { onSettled: end }), [mutate, end]);
  return (
    <>
      <Radio.Group
        label={t('selling.preview.label')}
        description={t('selling.preview.hint')}
        value={isMaking || previewId !== null ? 'sample' : 'none'}
        onChange={choose}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="none" label={t('selling.preview.none')} />
          <Radio value="sample" label={t(`selling.preview.${kind}`)} />
        </Stack>
      </Radio.Group>
      {isMaking && <Making content={content} kind={kind} onMade={keep} onFailed={fail} onCancel={end} />}
      {!isMaking && previewId !== null && <Made previewId={previewId} />}
      {failure && (
        <Alert
          role="alert"
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title={t(`selling.preview.failed.${failure}.title`)}
        >
          {t(`selling.preview.failed.${failure}.text`)}
        </Alert>
      )}
      {store.isError && <ProblemAlert error={store.error} onClose={store.reset} />}
    </>
  );
}

/** Stores a preview as a separate file; removes it if it was stored for this sale. */
function usePreview(content: LocalContent, onChange: PreviewCardProps['onChange']) {
  const [madeId, setMadeId] = useState<string | null>(null);
  const store = useChange('content', async (node, { bytes, contentType }: Sample) => {
    const file = new Blob([bytes], { type: contentType });
    const name = t('selling.preview.name', { title: content.title, extension: contentType.split('/')[1] });
    const { content: stored, already_stored: isOld } = await node.upload(file, name, { hidden: true });
    setMadeId(isOld ? null : stored.content_id);
    onChange({ previewId: stored.content_id });
  });
  const drop = useChange('content', (node, id: string) => node.call(deleteContent, { params: { id } }));
  const remove = (id: string) => {
    onChange({ previewId: null });
    if (id === madeId) drop.mutate(id);
  };
  return { store, remove };
}

interface MakingProps {
  content: LocalContent;
  kind: (typeof sampled)[number];
  onMade(sample: Sample): void;
  onFailed(reason: SampleFailure): void;
  onCancel(): void;
}

function Making({ content, kind, onMade, onFailed, onCancel }: MakingProps) {
  const [done, setDone] = useState(0);
  return (
    <Stack gap="xs" align="flex-start">
      <Progress value={100 * done} size="sm" w="100%" aria-label={t('selling.preview.making')} />
      <ProgressAnnouncer label={t('selling.preview.making')} share={done} />
      <SampleFrame contentId={content.content_id} onProgress={setDone} onMade={onMade} onFailed={onFailed} />
      <Group gap="sm">
        {kind === 'video' && <SmallNote>{t('selling.preview.realTime')}</SmallNote>}
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </Group>
    </Stack>
  );
}

function Made({ previewId }: { previewId: string }) {
  const preview = useContent(previewId).data;
  if (!preview) return null;
  return (
    <Text size="sm" role="status">
      {t('selling.preview.made', { size: formatBytes(preview.size) })}{' '}
      <Anchor
        component={Link}
        to={itemPathOf(previewId)}
        state={{ backLabel: t('selling.title') } satisfies BackState}
        size="sm"
      >
        {t('selling.preview.open')}
      </Anchor>
    </Text>
  );
}
