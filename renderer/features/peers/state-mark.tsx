import type { ReactNode } from 'react';
import type { PeerState } from '../../../src/contract/dashboard-api/peers.ts';
import { readableColor } from '../../ui/theme/theme.ts';
import { stateLabel } from './peer-labels.ts';

/** One shape for each state, because colour must not be the only distinction; in a square of 16 units. */
const shapes: Record<PeerState, ReactNode> = {
  compatible: <circle cx="8" cy="8" r="6" fill="currentColor" />,
  warning: <path d="M8 1.5 15 14H1Z" fill="currentColor" />,
  candidate: <circle cx="8" cy="8" r="3.5" fill="currentColor" />,
  unreachable: (
    <circle cx="8" cy="8" r="5" fill="var(--alcove-surface)" stroke="currentColor" strokeWidth="2" />
  ),
  key_changed: <path d="M8 0.5 15.5 8 8 15.5 0.5 8Z" fill="currentColor" />,
  incompatible: <path d="m3.5 3.5 9 9m0-9-9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />,
};

/** Shows the mark of a peer's state; its meaning is in the text beside it. */
export function StateMark({ state }: { state: PeerState }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={14}
      height={14}
      aria-hidden
      style={{ color: readableColor(stateLabel(state).color), flexShrink: 0, display: 'block' }}
    >
      {shapes[state]}
    </svg>
  );
}
