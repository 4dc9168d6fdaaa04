import { skipToken, useQuery } from '@tanstack/react-query';
import type { ShellBridge } from '../../../src/contract/ipc.ts';
import type { UpdateState } from '../../../src/contract/shell/updates.ts';

export const updatesKey = ['updates'];

/** Polling intervals, because the shell sends no events about updates: short during an action, long otherwise. */
const askAgainMs = { busy: 500, quiet: 60_000 };

/** Returns the update state of the desktop app; nothing in a browser. */
export function useUpdateState(shell: ShellBridge | null) {
  return useQuery({
    queryKey: updatesKey,
    queryFn: shell ? () => shell.invoke('updates.get', undefined) : skipToken,
    refetchInterval: ({ state }) => (isBusy(state.data) ? askAgainMs.busy : askAgainMs.quiet),
  });
}

function isBusy(state: UpdateState | undefined): boolean {
  return state?.status.kind === 'checking' || state?.status.kind === 'downloading';
}
