import * as z from 'zod';
import { address, anyAddress, contentId, nanoTon, sha256Hex, timestamp } from '../../../contract/common.ts';
import {
  account,
  connectedWallet,
  signedIn,
  tonConnectManifest,
  tonProof,
  user,
} from '../../../contract/node-api/auth.ts';
import { platformMetadata } from '../../../contract/node-api/chain.ts';
import { contentList, contentRecord, deletedContent } from '../../../contract/node-api/content.ts';
import { nodeStatus } from '../../../contract/node-api/monitoring.ts';
import {
  handshakeProblem,
  handshakeRequest,
  handshakeResponse,
  knownNode,
  nodeInfo,
} from '../../../contract/node-api/peers.ts';
import { decodedContentId, viewedContent } from '../../../contract/node-api/serving.ts';
import { storedContent, uploadedPart } from '../../../contract/node-api/uploads.ts';
import { inputError, problemDocument } from '../../../contract/problems.ts';

export type Json = Record<string, unknown>;

/** Named schemas of the document; they are always referenced. */
const named: Record<string, z.ZodType> = {
  ContentId: contentId,
  Sha256: sha256Hex,
  Timestamp: timestamp,
  NanoTon: nanoTon,
  Address: address,
  AnyAddress: anyAddress,
  NodeStatus: nodeStatus,
  NodeInfo: nodeInfo,
  KnownNode: knownNode,
  HandshakeRequest: handshakeRequest,
  HandshakeResponse: handshakeResponse,
  HandshakeProblem: handshakeProblem,
  User: user,
  ConnectedWallet: connectedWallet,
  TonProof: tonProof,
  SignedIn: signedIn,
  Account: account,
  StoredContent: storedContent,
  UploadedPart: uploadedPart,
  DecodedContentId: decodedContentId,
  ContentRecord: contentRecord,
  ViewedContent: viewedContent,
  DeletedContent: deletedContent,
  ContentList: contentList,
  TonConnectManifest: tonConnectManifest,
  PlatformMetadata: platformMetadata,
  InputError: inputError,
  Problem: problemDocument,
};

const registeredFormats = ['date-time', 'uri', 'base64'];

/** Removes details that only this program checks: limits of its numbers, patterns beside formats, closed objects. */
function simplify(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.format === 'base64' || !registeredFormats.includes(String(schema.format))) delete schema.format;
  // Clients and nodes must accept additional fields in responses.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (isEmpty(schema.additionalProperties)) schema.additionalProperties = true;
  delete schema.propertyNames;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Returns the JSON Schema (2020-12) of an input or output, without references. */
export function inlineSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema as Json),
  });
  return json;
}

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Recursively replaces named schemas by references. */
function refer(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((member) => refer(member, names));
  if (typeof value !== 'object' || value === null) return value;
  const { description, ...undescribed } = value as Json;
  const name = names.get(JSON.stringify(value));
  if (name !== undefined) return refTo(name);
  const base = description === undefined ? undefined : names.get(JSON.stringify(undescribed));
  if (base !== undefined) return { ...refTo(base), description };
  return referMembers(value, names);
}

const referMembers = (value: object, names: ReadonlyMap<string, string>): Json =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key, refer(member, names)]));

/** The schemas of one document: each named one once, and references to it elsewhere. */
export class Schemas {
  readonly #names = new Map<string, string>();

  constructor() {
    for (const [name, schema] of Object.entries(named)) {
      for (const io of ['input', 'output'] as const) {
        this.#names.set(JSON.stringify(inlineSchema(schema, io)), name);
      }
    }
  }

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    return refer(inlineSchema(schema, io), this.#names) as Json;
  }

  /** Returns `components.schemas`. */
  components(): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [
        name,
        referMembers(inlineSchema(schema, 'output'), this.#names),
      ]),
    );
  }
}
