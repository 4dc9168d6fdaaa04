import { Button, Group, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatPercent, percentOf } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n/language.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { BareList } from '../../ui/lists/bare-list.tsx';
import { headerHeight } from '../../ui/theme/theme.ts';
import { Note } from '../../ui/values/texts.ts';
import { isUnderWay, newestId, type QueuedUpload } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { announcementOf, summarise, summaryText } from './upload-summary.ts';
import { useUploadQueue, useUploads } from './uploads.tsx';

/** Limit of rows, because thousands of rows would slow down the page. */
const maxRows = 12;
const importance = { sending: 0, storing: 0, failed: 1, waiting: 2, cancelled: 3, stored: 3 };

function highestRanked(uploads: readonly QueuedUpload[]): QueuedUpload[] {
  return [...uploads].sort((a, b) => importance[a.status] - importance[b.status]).slice(0, maxRows);
}

interface UploadPanelProps {
  /** Whether new uploads scroll the panel into view, from wherever on the page they were added. */
  isRevealed?: boolean;
}

/** Lists the uploads of this session, running ones first; several that are all stored are folded into one line. */
export function UploadPanel({ isRevealed = false }: UploadPanelProps) {
  const queue = useUploadQueue();
  const uploads = useUploads();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => queue.clearSeen, [queue]);
  const panel = useRevealed(isRevealed ? newestId(uploads) : undefined);
  if (uploads.length === 0) return null;
  const summary = summarise(uploads);
  const shown = highestRanked(uploads);
  const hidden = uploads.length - shown.length;
  const isFolded = uploads.length > 1 && summary.stored === uploads.length;
  return (
    <SectionCard
      ref={panel}
      title={t('content.uploads')}
      aside={
        <Group gap="xs">
          {isFolded && (
            <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'content.upload.hideFiles' : 'content.upload.showFiles')}
            </Button>
          )}
          {uploads.some((upload) => !isUnderWay(upload)) && (
            <Button size="xs" variant="default" onClick={queue.clearEnded}>
              {t('content.upload.clearFinished')}
            </Button>
          )}
          {summary.underWay > 1 && (
            <Button size="xs" variant="default" onClick={queue.cancelAll}>
              {t('content.upload.cancelAll')}
            </Button>
          )}
        </Group>
      }
    >
      {uploads.length > 1 && (
        <Stack gap={6}>
          <Group justify="space-between">
            <Text size="sm">{summaryText(summary)}</Text>
            {summary.underWay > 0 && <Note>{formatPercent(summary.fraction)}</Note>}
          </Group>
          {summary.underWay > 0 && (
            <Progress value={percentOf(summary.fraction, 1)} size="sm" aria-label={t('content.upload.all')} />
          )}
        </Stack>
      )}
      {(!isFolded || isOpen) && (
        <>
          <BareList gap="sm" aria-label={t('content.uploads')}>
            {shown.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </BareList>
          {hidden > 0 && <Note>{t('common.andMore', { count: hidden })}</Note>}
        </>
      )}
    </SectionCard>
  );
}

/** Returns the ref of an element that scrolls into view, unless its begin is in view, when `latest` increases. */
function useRevealed(latest = 0): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef(latest);
  useEffect(() => {
    // The last one that remains in the list after others were removed is not new.
    if (latest <= shown.current) return;
    shown.current = latest;
    const top = element.current?.getBoundingClientRect().top ?? 0;
    if (top < headerHeight || top > window.innerHeight / 2) element.current?.scrollIntoView();
  }, [latest]);
  return element;
}

/** Announces the progress of the uploads to screen readers, rarely. */
export function UploadAnnouncer() {
  const uploads = useUploads();
  return (
    <VisuallyHidden role="status" aria-label={t('content.uploads')}>
      {uploads.length > 0 ? announcementOf(summarise(uploads)) : ''}
    </VisuallyHidden>
  );
}
