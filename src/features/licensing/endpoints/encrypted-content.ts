import type { EncryptedFile, Encryption, LocalContent } from '../../../contract/dashboard-api/content.ts';
import { deleteEncryption, getContentOpen } from '../../../contract/dashboard-api/licensing.ts';
import { ownerId } from '../../../core/caller.ts';
import { toTimestamp } from '../../../core/clock.ts';
import { contentIdOf, parseContentId } from '../../../core/content-id.ts';
import { defineEndpoint, type Endpoint } from '../../../platform/http/endpoint/endpoint.ts';
import type { DeskRecord } from '../../content/content-service.ts';
import type { Sealings } from '../encryption/encryptions.ts';
import type { LicensedContents } from '../licensed-contents.ts';

export interface SealedServices {
  licensed: Pick<LicensedContents, 'sealed' | 'link' | 'plainOf'>;
  sealings: Pick<Sealings, 'checkRemoval' | 'state' | 'cancel'>;
  /** Of a file that is on the chain, friendly. */
  contractAddress: (sha256: Buffer) => string | null;
  nodeUrl: () => string;
}

export function sealedFileOf(
  { sha256 }: DeskRecord,
  { licensed, contractAddress }: Pick<SealedServices, 'licensed' | 'contractAddress'>,
): EncryptedFile | null {
  const sealed = licensed.sealed(sha256);
  return (
    (sealed && {
      content_address: contractAddress(sha256),
      plain_type: sealed.contentType,
      plain_size: sealed.size ?? null,
      key: sealed.hasKey,
    }) ??
    null
  );
}

export function sealingOf(
  { sha256, size }: DeskRecord,
  { sealings }: Pick<SealedServices, 'sealings'>,
): Encryption | null {
  const sealing = sealings.state(sha256);
  if (!sealing) return null;
  return {
    state: sealing.state,
    done_bytes: sealing.state === 'sealed' ? 2 * size : sealing.done,
    size: 2 * size,
    sealed_id: sealing.sealed && contentIdOf(sealing.sealed),
    message: sealing.message,
  };
}

/** What the dashboard does with contents that are sold: reads them, and stops selling. */
export function sealedEndpoints(
  { licensed, sealings, nodeUrl }: SealedServices,
  document: (sha256: Buffer) => LocalContent,
): Endpoint[] {
  return [
    defineEndpoint({
      contract: getContentOpen,
      limit: 'requests',
      handle: ({ params }) => {
        const { sha256 } = parseContentId(params.id);
        const { url, expiresAt } = licensed.link(sha256, ownerId, nodeUrl());
        const { contentType, size, downloadable } = licensed.plainOf(sha256, ownerId);
        return {
          status: 200,
          body: { url, content_type: contentType, size, downloadable, expires_at: toTimestamp(expiresAt) },
        };
      },
    }),
    defineEndpoint({
      contract: deleteEncryption,
      limit: 'requests',
      handle: async ({ params }) => {
        const { sha256 } = parseContentId(params.id);
        await sealings.cancel(sha256);
        return { status: 200, body: document(sha256) };
      },
    }),
  ];
}
