import { readdirSync } from 'node:fs';
import type { EndpointContract } from '../../../src/contract/endpoint.ts';
import type { ProblemCode } from '../../../src/contract/problems.ts';
import { beforeAnyEndpoint, codesOf } from '../../../src/platform/http/openapi/responses.ts';

/** Further problems before routing, of the dashboard API. */
const ofDashboard: readonly ProblemCode[] = ['unauthorized', 'origin_not_allowed'];

/** Further problems of paths without an endpoint. */
const beforeRouting: readonly ProblemCode[] = ['cross_site', 'misdirected_request', 'rate_limited'];

const contractDir = new URL('../../../src/contract/', import.meta.url);

/** Returns all contracts in a folder of `src/contract`, by the names of their exports. */
export async function contractsIn(folder: string): Promise<[string, EndpointContract][]> {
  const base = new URL(`${folder}/`, contractDir);
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, base).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, EndpointContract] => isContract(entry[1])),
  );
}

function isContract(value: unknown): value is EndpointContract {
  return typeof value === 'object' && value !== null && 'responses' in value && 'path' in value;
}

const contracts = [...(await contractsIn('dashboard-api')), ...(await contractsIn('node-api'))].flatMap(
  ([, contract]) =>
    [contract.path, ...(contract.aliases ?? [])].map((path) => ({ contract, pattern: patternOf(path) })),
);

/** A parameter is one segment of the path. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`);
}

/** @throws Error when a response is a problem document whose code is not documented for its request */
export async function checkDocumented(method: string, path: string, response: Response): Promise<void> {
  const { headers } = response;
  if (method === 'HEAD' || headers.get('content-type') !== 'application/problem+json') return;
  const { pathname } = new URL(path, 'http://node');
  const requested = contracts.filter(
    ({ contract, pattern }) => contract.method === method && pattern.test(pathname),
  );
  const documented =
    requested.length > 0 ? requested.flatMap(({ contract }) => codesOf(contract)) : beforeRouting;
  const allowed = [
    ...documented,
    ...beforeAnyEndpoint,
    ...(pathname.startsWith('/local/') ? ofDashboard : []),
  ];
  const { code, reason } = (await response.clone().json()) as { code: ProblemCode; reason: string };
  // Whether another service stores data, and may be unreachable, and whether there are replicas, depends on the settings.
  if (reason === 'storage.unreachable' || reason === 'http.notOnReplica') return;
  if (!allowed.includes(code)) throw new Error(`${method} ${path} has no documented problem ${code}`);
}
