import { connect } from 'node:net';

/** What came back for bytes as they stand on the wire. */
export interface WireAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  json(): Record<string, unknown>;
}

/** Sends a message that no HTTP client would, and reads until the node closes. */
export function rawMessage(url: string, text: string): Promise<WireAnswer> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
      const [statusLine = '', ...lines] = head.split('\r\n');
      resolve({
        status: Number(statusLine.split(' ')[1]),
        headers: Object.fromEntries(
          lines.map((line) => [
            line.slice(0, line.indexOf(':')).toLowerCase(),
            line.slice(line.indexOf(':') + 1).trim(),
          ]),
        ),
        json: () => JSON.parse(body) as Record<string, unknown>,
      });
    });
  });
}
