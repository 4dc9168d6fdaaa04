import { postContent } from '../src/contract/endpoints/local.ts';
import type { LocalUpload } from '../src/contract/local.ts';
import { noAnswer } from './alcove-error.ts';
import { type Caller, type CallOptions, createCaller } from './call.ts';
import { encodeFileName } from './file-name.ts';

export interface LocalClientOptions {
  /** The dashboard's origin; empty for the page's own. */
  url: string;
  /** The local key. */
  key: string;
  fetch?: typeof fetch | undefined;
}

/** What the dashboard asks of its own node. Every endpoint of the local API goes through `call`. */
export interface LocalClient extends Caller {
  /** Stores a file for the owner. */
  upload(file: Blob, name: string, options?: CallOptions): Promise<LocalUpload>;
  /** The raw bytes of the event stream; ends with the signal. */
  openEvents(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

const events = {
  method: 'GET',
  path: '/local/events',
  summary: 'What changes, as server-sent events',
  answers: { 200: { description: 'The stream', mediaType: 'text/event-stream' } },
  problems: [],
} as const;

/** A client of the local API (protocol, section 2). */
export function createLocalClient({ url, key, fetch }: LocalClientOptions): LocalClient {
  const caller = createCaller({ url, token: key, fetch });
  return {
    ...caller,
    upload: (file, name, options) =>
      caller.call(postContent, { headers: { 'x-file-name': encodeFileName(name) }, body: file }, options),
    openEvents: async (signal) => {
      const { body } = await caller.request(events, {}, { signal, headers: { Accept: 'text/event-stream' } });
      if (!body) throw noAnswer(undefined);
      return body;
    },
  };
}
