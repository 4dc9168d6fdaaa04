import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface, type Interface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import type { ChainServing } from '../app/http/control-server.ts';
import { chainListening } from '../contract/control.ts';
import { problemDocument } from '../contract/problems.ts';
import { controlPath } from '../core/data-folder/control-path.ts';
import { noResponse } from './no-response.ts';

/** Requests the process that holds the data folder to serve its chain until this process disconnects. */
export async function serveChainOnNode(
  dataDir: string,
  { port, signal, onListening }: ChainServing,
): Promise<void> {
  const options = { socketPath: controlPath(dataDir), method: 'POST', path: '/chain/serve' };
  const sent = request(options);
  const end = () => sent.destroy();
  signal.addEventListener('abort', end);
  try {
    sent.end(JSON.stringify({ port }));
    const response = await responseTo(sent);
    if (response.statusCode !== 200) throw problemIn(await textOf(response));
    const lines = createInterface({ input: response });
    lines.on('line', (line) => onListening(chainListening.parse(JSON.parse(line))));
    await ended(response, lines);
    throw new Error('The node has stopped and no longer serves its chain.');
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  try {
    const [response] = await once(sent, 'response');
    return response;
  } catch (cause) {
    throw noResponse(cause);
  }
}

function problemIn(text: string): Error {
  const problem = problemDocument.safeParse(JSON.parse(text));
  return new Error(
    problem.success ? problem.data.detail : 'The process that uses the data folder refused the command.',
  );
}

/** Resolves when the response ends for any reason. */
const ended = (response: IncomingMessage, lines: Interface): Promise<void> =>
  new Promise((resolve) => {
    for (const stream of [response, lines]) stream.on('error', () => resolve()).on('close', () => resolve());
  });
