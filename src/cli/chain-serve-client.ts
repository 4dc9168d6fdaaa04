import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { chainListening } from '../contract/control.ts';
import { problemDocument } from '../contract/errors.ts';
import { controlPath } from '../core/control-path.ts';
import type { ChainServing } from '../http/control.ts';
import { noAnswer } from './no-answer.ts';

/** Lets the process that has the data folder serve its chain, for as long as this one asks for it. */
export async function serveChainThere(
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
    let text = '';
    for await (const part of response.setEncoding('utf8')) {
      text += part;
      if (response.statusCode !== 200 || !text.endsWith('\n')) continue;
      onListening(chainListening.parse(JSON.parse(text)));
    }
    if (response.statusCode !== 200) throw problemIn(text);
    throw new Error('The node has ended, and with it the serving of its chain.');
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
    throw noAnswer(cause);
  }
}

function problemIn(text: string): Error {
  const problem = problemDocument.safeParse(JSON.parse(text));
  return new Error(problem.success ? problem.data.detail : 'The process that has the data folder refused.');
}
