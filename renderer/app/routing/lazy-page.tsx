import { type ComponentType, lazy, Suspense, useState } from 'react';
import { loadCode } from '../../lib/session/page-code.ts';
import { provenNode } from '../../lib/session/session.ts';
import { type PageShape, PageSkeleton } from './page-skeleton.tsx';

/** A page whose code is no part of the first load. */
export type LazyPage = ComponentType & {
  /** Loads its code, so that it is shown without a wait later. */
  preload(): Promise<unknown>;
};

/** Makes a page that loads its code when it is shown first, or before; until then there is something of its shape. */
export function lazyPage(shape: PageShape, load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    if (loaded) return loaded;
    // It also loads by itself, while nobody looks: never from a program that has taken the node's port.
    await provenNode();
    loaded = await load();
    return loaded;
  };
  const Later = lazy(async () => ({ default: await loadCode(preload) }));
  function Page() {
    // What is there already is shown at once, and what is shown is not exchanged.
    const [Shown] = useState<ComponentType>(() => loaded ?? Later);
    return (
      <Suspense fallback={<PageSkeleton shape={shape} />}>
        <Shown />
      </Suspense>
    );
  }
  return Object.assign(Page, { preload });
}
