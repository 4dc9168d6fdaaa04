import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../../lib/i18n/language.ts';
import { publishPathOf } from '../../../lib/paths.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { BareList } from '../../../ui/lists/bare-list.tsx';
import { UploadRow, useUploadQueue, useUploads } from '../../uploads/index.ts';

/** Lists the uploads of this page. A single upload opens the form as soon as it is stored. */
export function FreshUploads() {
  const queue = useUploadQueue();
  const navigate = useNavigate();
  const [before] = useState(() => new Set(queue.uploads().map(({ id }) => id)));
  const fresh = useUploads().filter(({ id }) => !before.has(id));
  const [only] = fresh;
  const stored = fresh.length === 1 ? only?.result?.content.content_id : undefined;

  useEffect(() => {
    if (stored !== undefined) void navigate(publishPathOf(stored));
  }, [stored, navigate]);

  const shown = fresh.filter(({ status }) => status !== 'stored');
  if (shown.length === 0) return null;
  return (
    <SectionCard title={t('publish.choose.uploads')}>
      <BareList gap="md">
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </BareList>
    </SectionCard>
  );
}
