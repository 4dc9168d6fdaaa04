import * as contracts from '../../contract/endpoints/local-recovery.ts';
import { mostRecoveryBytes, type RecoveryState } from '../../contract/recovery.ts';
import type { Control } from '../control.ts';
import { defineEndpoint, type Endpoint, jsonBody } from '../endpoint.ts';

/** What the dashboard does with recovery files. */
export interface RecoveryServices {
  state(): RecoveryState;
  /** Random words. */
  passphrase(): Promise<string>;
  make: Control['makeRecovery'];
  check: Control['checkRecovery'];
}

const common = { limit: 'requests' } as const;

export function recoveryEndpoints({ state, passphrase, make, check }: RecoveryServices): Endpoint[] {
  return [
    defineEndpoint({
      ...common,
      contract: contracts.getRecovery,
      handle: () => ({ status: 200, body: state() }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postRecovery,
      body: jsonBody,
      handle: async ({ body }, { response }) => {
        const file = Buffer.from((await make(body)).file, 'base64');
        response.writeHead(200, {
          'Content-Type': 'application/octet-stream',
          'Content-Length': file.length,
          'Content-Disposition': 'attachment; filename="alcove.recovery"',
          'Cache-Control': 'no-store',
        });
        response.end(file);
        return 'sent' as const;
      },
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postRecoveryPassphrase,
      handle: async () => ({ status: 200, body: { passphrase: await passphrase() } }),
    }),
    defineEndpoint({
      ...common,
      contract: contracts.postRecoveryCheck,
      // The file in base64, and its passphrase.
      body: { as: 'text', maxBytes: mostRecoveryBytes * 1.5 },
      handle: async ({ body }) => ({ status: 200, body: await check(body) }),
    }),
  ];
}
