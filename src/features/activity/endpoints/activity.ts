import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import {
  type ActivityEntry,
  type ActivityPage,
  exportActivity,
  getActivity,
} from '../../../contract/dashboard-api/activity.ts';
import { defineEndpoint, type Endpoint } from '../../../platform/http/endpoint/endpoint.ts';

interface Query {
  kind?: ActivityEntry['kind'] | undefined;
  q: string;
  cursor?: string | undefined;
  skip: number;
  limit: number;
}

/** The activity log, as the dashboard reads it. */
export interface ActivityDesk {
  /** Newest first. */
  page(query: Query): Promise<ActivityPage>;
  entries(options: { redact: boolean }): Iterable<ActivityEntry>;
}

const linesAtOnce = 100;

/** Line after line, no faster than they are taken. */
async function sendLines(
  response: ServerResponse,
  entries: Iterable<ActivityEntry>,
  signal: AbortSignal,
): Promise<void> {
  let lines: string[] = [];
  const flush = async () => {
    const room = response.write(lines.join(''));
    lines = [];
    if (!room) await once(response, 'drain', { signal }).catch(() => signal.throwIfAborted());
    // Others have their turn, however fast the reader is.
    await setImmediate();
  };
  for (const entry of entries) {
    lines.push(`${JSON.stringify(entry)}\n`);
    if (lines.length === linesAtOnce) await flush();
  }
  response.end(lines.join(''));
}

/** What happened, page by page or as a whole. */
export const activityEndpoints = (activity: ActivityDesk): Endpoint[] => [
  defineEndpoint({
    contract: getActivity,
    limit: 'requests',
    handle: async ({ query }) => ({ status: 200, body: await activity.page(query) }),
  }),
  defineEndpoint({
    contract: exportActivity,
    limit: 'requests',
    handle: async ({ query }, { response, signal }) => {
      response.writeHead(200, {
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': 'attachment; filename="alcove-activity.ndjson"',
        'Cache-Control': 'no-store',
      });
      await sendLines(response, activity.entries({ redact: query.redact === '1' }), signal());
      return 'sent' as const;
    },
  }),
];
