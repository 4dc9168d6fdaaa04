import type { Control } from '../../../app/http/control-server.ts';
import {
  getRecovery,
  postRecovery,
  postRecoveryCheck,
  postRecoveryPassphrase,
  postRestore,
  postRestorePreview,
  type RecoveryState,
  type RestoreBegun,
  type RestorePreview,
} from '../../../contract/dashboard-api/recovery.ts';
import { maxRecoveryFileBytes } from '../../../contract/recovery-file.ts';
import { defineEndpoint, type Endpoint, jsonBody } from '../../../platform/http/endpoint/endpoint.ts';

/** What the dashboard does with recovery files. */
export interface RecoveryServices {
  state(): RecoveryState;
  /** Random words. */
  passphrase(): Promise<string>;
  make: Control['makeRecovery'];
  check: Control['checkRecovery'];
  restore: RestoreServices;
}

/** Another node in place of one that nobody has used yet. */
export interface RestoreServices {
  preview(file: Uint8Array, passphrase: string): Promise<RestorePreview>;
  restore(file: Uint8Array, passphrase: string): Promise<RestoreBegun>;
  /** Starts again as that node. */
  restart(): void;
}

const common = { limit: 'requests' } as const;
/** A file in base64, and its passphrase. */
const fileBody = { as: 'text', maxBytes: maxRecoveryFileBytes * 1.5 } as const;
const bytesOf = (file: string): Buffer => Buffer.from(file, 'base64');

export function recoveryEndpoints(services: RecoveryServices): Endpoint[] {
  const { state, passphrase, make, check, restore } = services;
  return [
    defineEndpoint({
      ...common,
      contract: getRecovery,
      handle: () => ({ status: 200, body: state() }),
    }),
    defineEndpoint({
      ...common,
      contract: postRecovery,
      body: jsonBody,
      handle: async ({ body }, { response }) => {
        const file = bytesOf((await make(body)).file);
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
      contract: postRecoveryPassphrase,
      handle: async () => ({ status: 200, body: { passphrase: await passphrase() } }),
    }),
    defineEndpoint({
      ...common,
      contract: postRecoveryCheck,
      body: fileBody,
      handle: async ({ body }) => ({ status: 200, body: await check(body) }),
    }),
    defineEndpoint({
      ...common,
      contract: postRestorePreview,
      body: fileBody,
      handle: async ({ body }) => ({
        status: 200,
        body: await restore.preview(bytesOf(body.file), body.passphrase),
      }),
    }),
    defineEndpoint({
      ...common,
      contract: postRestore,
      body: fileBody,
      handle: async ({ body }) => ({
        status: 200,
        body: await restore.restore(bytesOf(body.file), body.passphrase),
        after: () => restore.restart(),
      }),
    }),
  ];
}
