import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../lib/i18n/language.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { BellList } from './bell-list.tsx';
import type { Bell } from './use-bell.ts';

interface BellPanelProps {
  bell: Bell;
  onFollow: () => void;
}

/** Shows the lines of the bell while it is open, and marks them as seen. */
export function BellPanel({ bell: { items, error, reload, markSeen }, onFollow }: BellPanelProps) {
  const [shownAsNew, setShownAsNew] = useState<ReadonlySet<string>>(new Set());
  const fresh = (items ?? []).filter(({ isNew }) => isNew).map(({ key }) => key);
  const see = useEffectEvent(() => {
    if (fresh.length === 0) return;
    // New lines keep their mark until the bell is closed.
    setShownAsNew(new Set([...shownAsNew, ...fresh]));
    markSeen();
  });
  const freshKeys = fresh.join(' ');
  useEffect(() => see(), [freshKeys]);
  if (error) return <ProblemAlert error={error} onRetry={reload} />;
  if (!items) return <Loading label={t('bell.loading')} height={44} rows={3} />;
  const shown = items.map((item) => ({ ...item, isNew: item.isNew || shownAsNew.has(item.key) }));
  return <BellList items={shown} onFollow={onFollow} />;
}
