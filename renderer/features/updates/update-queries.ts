import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShellBridge } from '../../../src/contract/ipc.ts';
import type { UpdateState } from '../../../src/contract/shell/updates.ts';
import { shellRefused } from '../../lib/shell/shell-refused.ts';

const queryKey = ['updates'];

/** Polling intervals, because the shell sends no events about updates: short during an action, long otherwise. */
const askAgainMs = { busy: 500, quiet: 60_000 };

/** Returns the update state of the desktop app. */
export function useUpdateState(shell: ShellBridge) {
  return useQuery({
    queryKey,
    queryFn: () => shell.invoke('updates.get', undefined),
    refetchInterval: ({ state }) => (isBusy(state.data) ? askAgainMs.busy : askAgainMs.quiet),
  });
}

/** Calls the shell and shows the returned state at once. */
export function useUpdateStep<Input = void>(step: (input: Input) => Promise<UpdateState>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => step(input).catch(shellRefused),
    onSuccess: (state) => queries.setQueryData(queryKey, state),
  });
}

function isBusy(state: UpdateState | undefined): boolean {
  return state?.status.kind === 'checking' || state?.status.kind === 'downloading';
}
