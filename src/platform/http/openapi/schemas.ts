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
const named = {
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
const names = new Map<z.core.$ZodType, string>(Object.entries(named).map(([name, schema]) => [schema, name]));

/** Adds the names to the descriptions and examples of the contract. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType) {
    const id = names.get(schema);
    const meta = z.globalRegistry.get(schema);
    return id === undefined ? meta : { ...meta, id };
  }
}

const registeredFormats = ['date-time', 'uri', 'base64'];

/**
 * Removes restrictions that only this program checks: limits of its numbers, patterns beside formats, closed objects.
 */
function simplify(schema: Json): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.format === 'base64' || !registeredFormats.includes(String(schema.format))) delete schema.format;
  // Clients and nodes must accept additional fields in responses.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (isEmpty(schema.additionalProperties)) schema.additionalProperties = true;
  delete schema.propertyNames;
  delete schema.id;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const refPrefix = '#/components/schemas/';

/** The JSON Schemas (2020-12) of one document. Collects each named schema once and refers to it elsewhere. */
export class Schemas {
  readonly components: Record<string, Json> = {};

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const json = z.toJSONSchema(schema, {
      io,
      metadata: new NamedSchemas(),
      unrepresentable: 'any',
      override: ({ jsonSchema }) => simplify(jsonSchema as Json),
    });
    const { $schema: _, $defs, ...own } = JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', refPrefix));
    Object.assign(this.components, $defs);
    return own;
  }

  /** Returns a schema with its reference replaced by the referenced schema. */
  resolve({ $ref, ...own }: Json): Json {
    return $ref === undefined ? own : { ...this.components[String($ref).slice(refPrefix.length)], ...own };
  }
}
