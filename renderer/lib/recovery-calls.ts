import * as contracts from '../../src/contract/endpoints/local-recovery.ts';
import type { RecoveryCheck, RecoveryState } from '../../src/contract/recovery.ts';
import type { NodeCaller } from './node-calls.ts';

/** What the dashboard asks of its node about recovery files. */
export interface RecoveryCalls {
  recovery(signal?: AbortSignal): Promise<RecoveryState>;
  /** Random words. */
  suggestPassphrase(): Promise<string>;
  checkRecovery(request: { file: File; passphrase: string }): Promise<RecoveryCheck>;
}

export function recoveryCalls({ ask }: Pick<NodeCaller, 'ask'>): RecoveryCalls {
  return {
    recovery: (signal) => ask(contracts.getRecovery, {}, { signal }),
    suggestPassphrase: async () => (await ask(contracts.postRecoveryPassphrase, {})).passphrase,
    checkRecovery: async ({ file, passphrase }) =>
      ask(contracts.postRecoveryCheck, { body: { file: await base64Of(file), passphrase } }),
  };
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
    reader.readAsDataURL(file);
  });
}
