import type { ServerResponse } from 'node:http';
import type { DashboardTopic } from '../../../contract/dashboard-api/events.ts';
import type { Topics } from '../../../core/events/topics.ts';

/** A regular comment line keeps the connection from looking idle. */
const heartbeatMs = 20_000;

/** Streams changes as server-sent events until the dashboard or the node closes the connection. */
export function streamEvents(
  response: ServerResponse,
  topics: Topics<DashboardTopic>,
  stopping: AbortSignal,
): void {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  const write = (text: string) => {
    // Events for a stalled client would accumulate; an active page reconnects.
    if (response.writableNeedDrain) response.destroy();
    else response.write(text);
  };
  const send = (topic: DashboardTopic) => write(`data: ${JSON.stringify({ topic })}\n\n`);
  send('ready');
  const unsubscribe = topics.subscribe(send);
  const heartbeat = setInterval(() => write(':\n\n'), heartbeatMs);
  const end = () => response.end();
  stopping.addEventListener('abort', end, { once: true });
  response.once('close', () => {
    unsubscribe();
    clearInterval(heartbeat);
    stopping.removeEventListener('abort', end);
  });
}
