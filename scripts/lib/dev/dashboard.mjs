import { join } from 'node:path';
import { printLine } from '../console.mjs';
import { root } from '../paths.mjs';

/** Paths that the node serves, including the built viewer; all others are sources of the dashboard. */
const ofNode = '^/(local|covers|api|viewer)(/|$)(?!.*[.]tsx?)';
const codeEvent = 'alcove:code';

/**
 * Serves the dashboard from its sources, with hot reload, and proxies API calls to the node.
 * @param nodePort the port of the node's dashboard
 */
export async function serveDashboard({ nodePort }) {
  const { createLogger, createServer } = await import('vite');
  const logger = createLogger('warn');
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    customLogger: { ...logger, error: (text, options) => isOfProxy(text) || logger.error(text, options) },
    plugins: [sessionFromNode()],
    server: {
      host: '127.0.0.1',
      proxy: { [ofNode]: { target: `http://127.0.0.1:${nodePort}`, configure: answerWhileRestarting } },
    },
  });
  await server.listen();
  const { port } = server.httpServer.address();
  return {
    port,
    /** Opens a session in the open tabs, and prints the address for others. */
    openSession: (code) => {
      server.ws.send(codeEvent, code);
      printLine(`the dashboard: http://127.0.0.1:${port}/#code=${code}`);
    },
    reload: () => server.ws.send({ type: 'full-reload' }),
    close: () => server.close(),
  };
}

/** Makes open tabs use the code of a restarted node, as if the user had pasted the new address. */
function sessionFromNode() {
  return {
    name: 'session-from-node',
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'module', src: '/@id/virtual:session-from-node' },
      },
    ],
    resolveId: (id) => (id === 'virtual:session-from-node' ? id : undefined),
    load: (id) =>
      id === 'virtual:session-from-node'
        ? `import.meta.hot.on('${codeEvent}', (code) => { location.hash = 'code=' + code; });`
        : undefined,
  };
}

/** Returns whether a log line is about the proxy, which fails during each restart of the node. */
const isOfProxy = (text) => text.includes('proxy error');

/** Responds while the node does not listen yet; otherwise Vite would report a server error. */
function answerWhileRestarting(proxy) {
  proxy.on('error', (_error, _request, response) => {
    if (!('writeHead' in response) || response.headersSent) return response.destroy();
    response.writeHead(503, { 'Retry-After': '1' }).end();
  });
}
