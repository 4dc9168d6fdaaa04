import { type ProblemCode, problems } from '../../../src/contract/problems.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './openapi.ts';

/** The body of a request or response, in one media type. */
export interface Payload {
  mediaType: string;
  schema: JsonSchema | undefined;
  example: unknown;
}

export interface Problem {
  code: ProblemCode;
  status: number;
}

/** An operation of the API, combined from its parts of the document. */
export interface Operation {
  /** Stable identifier, used in links. */
  id: string;
  method: string;
  path: string;
  /** Other paths of the same operation. */
  aliases: string[];
  summary: string;
  description: string | undefined;
  deprecated: boolean;
  token: 'none' | 'optional' | 'required';
  /** The scope that a token needs. */
  scope: string | undefined;
  parameters: OpenApiOperation['parameters'];
  bodies: Payload[];
  answers: { status: string; description: string; headers: string[]; payloads: Payload[] }[];
  problems: Problem[];
}

export interface OperationGroup {
  name: string;
  description: string | undefined;
  operations: Operation[];
}

function payloads(content: OpenApiResponse['content']): Payload[] {
  return Object.entries(content).map(([mediaType, { schema, example }]) => ({ mediaType, schema, example }));
}

/** Returns all distinct problems, ordered by status, from the codes in the descriptions of the responses. */
function problemsIn(responses: OpenApiResponse[]): Problem[] {
  const codes = responses.flatMap(({ description }) =>
    [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code as ProblemCode),
  );
  return [...new Set(codes)]
    .filter((code) => Object.hasOwn(problems, code))
    .map((code) => ({ code, status: problems[code].status }))
    .sort((a, b) => a.status - b.status);
}

function tokenOf({ security }: OpenApiOperation): Pick<Operation, 'token' | 'scope'> {
  const scope = security.flatMap((choice) => Object.values(choice).flat())[0];
  if (security.length === 0) return { token: 'none', scope };
  const withoutToken = security.some((choice) => Object.keys(choice).length === 0);
  return { token: withoutToken ? 'optional' : 'required', scope };
}

function toOperation(
  method: string,
  path: string,
  operation: OpenApiOperation,
  document: OpenApiDocument,
): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const shared = document.components.responses[response.$ref?.split('/').at(-1) ?? ''];
    return [status, shared ?? response] as const;
  });
  const succeeds = (status: string) => /^[23]/.test(status);
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    aliases: [],
    summary: operation.summary,
    description: operation.description,
    deprecated: operation.deprecated,
    ...tokenOf(operation),
    parameters: operation.parameters,
    bodies: payloads(operation.requestBody?.content ?? {}),
    answers: responses
      .filter(([status]) => succeeds(status))
      .map(([status, { description, headers, content }]) => ({
        status,
        description,
        headers: Object.keys(headers),
        payloads: payloads(content),
      })),
    problems: problemsIn(responses.filter(([status]) => !succeeds(status)).map(([, response]) => response)),
  };
}

/** Returns the operations of a document in the order of its tags; aliases are merged into one operation. */
export function operationGroups(document: OpenApiDocument): OperationGroup[] {
  const byTag = new Map<string, Operation[]>();
  const aliases: { method: string; path: string; of: string }[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const of = operation['x-alias-of'];
      if (of !== undefined) {
        aliases.push({ method: method.toUpperCase(), path, of });
        continue;
      }
      const tag = operation.tags[0] ?? '';
      byTag.set(tag, [...(byTag.get(tag) ?? []), toOperation(method, path, operation, document)]);
    }
  }
  for (const operation of [...byTag.values()].flat()) {
    operation.aliases = aliases
      .filter(({ method, of }) => method === operation.method && of === operation.path)
      .map(({ path }) => path);
  }
  const described = new Map(document.tags.map(({ name, description }) => [name, description]));
  return [...new Set([...described.keys(), ...byTag.keys()])].flatMap((name) => {
    const operations = byTag.get(name);
    return operations ? { name, description: described.get(name), operations } : [];
  });
}

/** Returns the operations, in their groups, that contain every word of `search`. */
export function matchingOperations(groups: readonly OperationGroup[], search: string): OperationGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (operation: Operation) => {
    const { id, method, path, aliases, summary, description, scope, parameters } = operation;
    const text = [id, method, path, ...aliases, summary, description, scope]
      .concat(parameters.map(({ name }) => name))
      .concat(operation.problems.map(({ code }) => code))
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups.flatMap((group) => {
    const operations = group.operations.filter(matches);
    return operations.length > 0 ? { ...group, operations } : [];
  });
}
