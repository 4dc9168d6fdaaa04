import { type ComponentType, lazy, Suspense, useState } from 'react';
import { loadCode } from '../../lib/session/page-code.ts';
import { provenNode } from '../../lib/session/session.ts';
import { type PageShape, PageSkeleton } from './page-skeleton.tsx';

/** A page whose code is not part of the first load. */
export type LazyPage = ComponentType & {
  /** Loads the code in advance. */
  preload(): Promise<unknown>;
};

/**
 * Creates a page that loads its code when it is first shown, or in advance; a skeleton is shown meanwhile.
 * @param name the component that the loaded module exports
 */
export function lazyPage<Name extends string>(
  shape: PageShape,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyPage {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    if (loaded) return loaded;
    // Code is also loaded in the background: never from another program that has taken the node's port.
    await provenNode();
    loaded = (await load())[name];
    return loaded;
  };
  const Later = lazy(async () => ({ default: await loadCode(preload) }));
  function Page() {
    // Loaded code is shown at once, and a visible page is never replaced.
    const [Shown] = useState<ComponentType>(() => loaded ?? Later);
    return (
      <Suspense fallback={<PageSkeleton shape={shape} />}>
        <Shown />
      </Suspense>
    );
  }
  return Object.assign(Page, { preload });
}
