import type { EndpointContract } from '../../../contract/endpoint.ts';
import { version } from '../../../core/version.ts';
import { parameters, requestBody } from './request.ts';
import { headerComponents, ProblemResponses, successes } from './responses.ts';
import { type Json, Schemas } from './schemas.ts';

/** Tag of each first part of an operation's name. */
const tags: Record<string, string> = {
  node: 'State of this node and its services',
  system: 'The program itself',
  storage: 'Files by their content ids',
  content: 'What is known about stored files',
  auth: 'Signing in with Telegram and wallets',
  account: 'Who is signed in',
  tonconnect: 'Wallet sessions that the node keeps',
  blockchain: 'Messages for the chain, to be signed by a wallet',
  network: 'This node among others',
  documents: 'Documents that wallets and the chain refer to',
};

const description = [
  'Paths are relative to this node.',
  'Every answer names its request in `X-Request-Id`; every failure is an RFC 9457 problem document with a stable `code`.',
  'The `reason` and `params` of a problem name the text of its `detail` and the values in it, for programs that show it in other languages.',
  'Unknown fields in requests are ignored, and answers may get further fields.',
  'JSON with duplicate names, lone surrogates or integers beyond 2^53 is refused, because programs read it differently.',
  'Times are ISO 8601 in UTC, amounts decimal strings in nanograms.',
  'A known path with another method is 405 with `Allow`.',
].join(' ');

/** Returns the tokens accepted by an operation; `{}` means none. */
function security({ scope, token, problems }: EndpointContract): Json {
  if (!scope && !token) return problems?.includes('unauthorized') ? { security: [{ token: [] }] } : {};
  const needed = { token: scope ? [scope] : [] };
  return { security: token === 'optional' ? [needed, {}] : [needed] };
}

interface Builders {
  schemas: Schemas;
  problems: ProblemResponses;
}

function operation(id: string, contract: EndpointContract, { schemas, problems }: Builders): Json {
  const body = requestBody(contract, schemas);
  const known = parameters(contract, schemas);
  return {
    operationId: id,
    tags: [id.split('.')[0]],
    summary: contract.summary,
    ...(contract.description ? { description: contract.description } : {}),
    ...(contract.deprecated ? { deprecated: true } : {}),
    ...(known.length > 0 ? { parameters: known } : {}),
    ...(body ? { requestBody: body } : {}),
    ...security(contract),
    responses: { ...successes(contract, schemas), ...problems.of(contract) },
  };
}

/** Describes the operation under another path and marks it as an alias. */
function alias(id: string, { path }: EndpointContract, described: Json): Json {
  const note = `The same as \`${path}\`.`;
  return {
    ...described,
    operationId: id,
    'x-alias-of': path,
    description: described.description ? `${note} ${described.description}` : note,
  };
}

/** Returns the document of these operations, which is built on first use. */
export function openApiDocument(contracts: Readonly<Record<string, EndpointContract>>): () => Json {
  let document: Json | undefined;
  return () => {
    document ??= openApi(contracts);
    return document;
  };
}

/** Builds an OpenAPI 3.1 document of contracts by operation, e.g. `storage.get`. */
export function openApi(contracts: Readonly<Record<string, EndpointContract>>): Json {
  const schemas = new Schemas();
  const builders = { schemas, problems: new ProblemResponses(schemas) };
  const paths: Record<string, Json> = {};
  for (const [id, contract] of Object.entries(contracts)) {
    const method = contract.method.toLowerCase();
    const described = operation(id, contract, builders);
    paths[contract.path] = { ...paths[contract.path], [method]: described };
    for (const [index, path] of (contract.aliases ?? []).entries()) {
      const aliasId = `${id}.alias${index === 0 ? '' : index + 1}`;
      paths[path] = { ...paths[path], [method]: alias(aliasId, contract, described) };
    }
  }
  const used = new Set(Object.keys(contracts).map((id) => id.split('.')[0]));
  return {
    openapi: '3.1.0',
    info: { title: 'Alcove node API', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'This node' }],
    tags: Object.entries(tags).flatMap(([name, text]) => (used.has(name) ? { name, description: text } : [])),
    paths,
    components: {
      schemas: schemas.components,
      responses: builders.problems.responses,
      headers: headerComponents(),
      examples: builders.problems.examples(),
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A token of this node: from signing in, or made by its owner for a program. `Authorization` may also hold the bare token, without `Bearer`.',
        },
      },
    },
  };
}
