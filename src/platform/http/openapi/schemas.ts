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

/** Schemas that have a name in the document; wherever they appear, they are referred to. */
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

/** What only checks of this program need: limits of its numbers, patterns beside formats, closed objects. */
function simplify(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.format === 'base64' || !registeredFormats.includes(String(schema.format))) delete schema.format;
  // A client must not break when an answer has one more field, nor does the node.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (isEmpty(schema.additionalProperties)) schema.additionalProperties = true;
  delete schema.propertyNames;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The JSON Schema (2020-12) of what a program sends or gets, everything in its place. */
export function inlineSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema as Json),
  });
  return json;
}

const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Replaces what has a name by references to it, as deep as it goes. */
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

/** The schemas of one document: each named one once, and references to it everywhere else. */
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

  /** `components.schemas`. */
  components(): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [
        name,
        referMembers(inlineSchema(schema, 'output'), this.#names),
      ]),
    );
  }
}
