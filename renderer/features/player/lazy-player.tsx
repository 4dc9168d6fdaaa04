import { type ComponentType, lazy, Suspense } from 'react';
import { loadCode } from '../../lib/session/page-code.ts';
import { useHasPlayer } from './player-context.tsx';

/** Creates a part of the player that loads its code once something is in the queue. */
function whenUsed(load: () => Promise<ComponentType>): ComponentType {
  const Later = lazy(async () => ({ default: await loadCode(load) }));
  return function Part() {
    const hasPlayer = useHasPlayer();
    return hasPlayer ? (
      <Suspense>
        <Later />
      </Suspense>
    ) : null;
  };
}

/** The player's controls below the page. */
export const PlayerBar = whenUsed(async () => (await import('./bar/player-bar.tsx')).PlayerBar);

/** The frame that plays. It must be beside the page and not in it. */
export const PlayerStage = whenUsed(async () => (await import('./stage/player-stage.tsx')).PlayerStage);
