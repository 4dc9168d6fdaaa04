import type { RequestListener } from 'node:http';

/**
 * Answers the checks of load balancers, which ask by address and often, before the guards of the node API.
 * `/livez`: the process runs; `/readyz`: it should get requests.
 */
export const withHealth =
  (handle: RequestListener, isReady: () => boolean): RequestListener =>
  (request, response) => {
    const isAsked = request.url === '/livez' || request.url === '/readyz';
    if (!isAsked || (request.method !== 'GET' && request.method !== 'HEAD')) return handle(request, response);
    const isWell = request.url === '/livez' || isReady();
    response.writeHead(isWell ? 200 : 503, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
    response.end(isWell ? 'ok\n' : 'not ready\n');
  };
