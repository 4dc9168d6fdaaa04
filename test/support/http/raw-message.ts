import { connect } from 'node:net';

/** The response to a raw message. */
export interface WireAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
  json(): Record<string, unknown>;
}

/**
 * Sends a message that no HTTP client would send, and reads until the node closes the connection.
 * @param hangsMs time limit in milliseconds, after which it fails if the node has not closed the connection
 */
export function rawMessage(url: string, text: string, hangsMs?: number): Promise<WireAnswer> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      if (hangsMs === undefined) socket.write(text);
      else socket.end(text);
    });
    if (hangsMs !== undefined) {
      socket.setTimeout(hangsMs, () => socket.destroy(new Error(`The node left it open: ${text}`)));
    }
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const end = answer.indexOf('\r\n\r\n');
      const [head, body] = end < 0 ? [answer, ''] : [answer.slice(0, end), answer.slice(end + 4)];
      const [statusLine = '', ...lines] = head.split('\r\n');
      resolve({
        status: Number(statusLine.split(' ')[1]),
        headers: Object.fromEntries(
          lines.map((line) => [
            line.slice(0, line.indexOf(':')).toLowerCase(),
            line.slice(line.indexOf(':') + 1).trim(),
          ]),
        ),
        body,
        json: () => JSON.parse(body) as Record<string, unknown>,
      });
    });
  });
}
