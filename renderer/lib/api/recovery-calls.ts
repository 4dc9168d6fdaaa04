import {
  getRecovery,
  postRecoveryCheck,
  postRecoveryPassphrase,
  postRestore,
  postRestorePreview,
  type RecoveryCheck,
  type RecoveryState,
  type RestoreBegun,
  type RestorePreview,
} from '../../../src/contract/dashboard-api/recovery.ts';
import type { NodeCaller } from './node-calls.ts';

/** What the dashboard asks of its node about recovery files. */
export interface RecoveryCalls {
  recovery(signal?: AbortSignal): Promise<RecoveryState>;
  /** Random words. */
  suggestPassphrase(): Promise<string>;
  checkRecovery(request: OpenedRecovery): Promise<RecoveryCheck>;
  /** What the file would bring back in place of this node, which nobody has used yet. */
  previewRestore(request: OpenedRecovery): Promise<RestorePreview>;
  /** Starts again as the node of the file. */
  restore(request: OpenedRecovery): Promise<RestoreBegun>;
}

/** A recovery file with what opens it. */
export interface OpenedRecovery {
  file: File;
  passphrase: string;
}

export function recoveryCalls({ ask }: Pick<NodeCaller, 'ask'>): RecoveryCalls {
  return {
    recovery: (signal) => ask(getRecovery, {}, { signal }),
    suggestPassphrase: async () => (await ask(postRecoveryPassphrase, {})).passphrase,
    checkRecovery: async (request) => ask(postRecoveryCheck, { body: await bodyOf(request) }),
    previewRestore: async (request) => ask(postRestorePreview, { body: await bodyOf(request) }),
    restore: async (request) => ask(postRestore, { body: await bodyOf(request) }),
  };
}

const bodyOf = async ({ file, passphrase }: OpenedRecovery) => ({ file: await base64Of(file), passphrase });

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.readAsDataURL(file);
  });
}
