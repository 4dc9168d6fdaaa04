import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Operation } from './operations.ts';

/** Returns which operations are expanded. The URL contains the last one; a link with its name expands it. */
export function useOpenOperations() {
  const linked = useLocation().hash.slice(1);
  const navigate = useNavigate();
  const [open, setOpen] = useState<readonly string[]>([]);

  useEffect(() => {
    if (linked === '' || open.includes(linked)) return;
    setOpen([...open, linked]);
    document.getElementById(linked)?.scrollIntoView();
    // Only a new link expands an operation, so that the user can collapse it again.
  }, [linked]);

  /** Sets which of these operations are expanded. */
  const change = (operations: readonly Operation[], ids: readonly string[]) => {
    const others = open.filter((id) => !operations.some((operation) => operation.id === id));
    const opened = ids.find((id) => !open.includes(id));
    setOpen([...others, ...ids]);
    if (opened !== undefined) void navigate({ hash: opened }, { replace: true });
  };
  return { open, change };
}
