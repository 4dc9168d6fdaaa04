import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import {
  type ActivityEntry,
  exportActivity,
} from '../../../../contract/dashboard-api/administration/activity.ts';
import { defineEndpoint } from '../../../../platform/http/endpoint/endpoint.ts';
import type { ActivityLog } from '../../activity-log.ts';

const linesAtOnce = 100;

/** Sends the whole activity log, one line for each entry. */
export const getActivityExportEndpoint = (activity: Pick<ActivityLog, 'entries'>) =>
  defineEndpoint({
    contract: exportActivity,
    handle: async ({ query }, { response, signal }) => {
      response.writeHead(200, {
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': 'attachment; filename="alcove-activity.ndjson"',
        'Cache-Control': 'no-store',
      });
      await sendLines(response, activity.entries({ redact: query.redact === '1' }), signal());
      return 'sent' as const;
    },
  });

/** Sends lines at the speed at which the client reads them. */
async function sendLines(
  response: ServerResponse,
  entries: AsyncIterable<ActivityEntry>,
  signal: AbortSignal,
): Promise<void> {
  let lines: string[] = [];
  const flush = async () => {
    const mayContinue = response.write(lines.join(''));
    lines = [];
    if (!mayContinue) await once(response, 'drain', { signal }).catch(() => signal.throwIfAborted());
    // Other requests run between lines, even if the client reads fast.
    await setImmediate();
  };
  for await (const entry of entries) {
    lines.push(`${JSON.stringify(entry)}\n`);
    if (lines.length === linesAtOnce) await flush();
  }
  response.end(lines.join(''));
}
