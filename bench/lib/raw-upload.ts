import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const pieceSize = 256 * 1024;
const piece = randomBytes(pieceSize);

export interface UploadRequest {
  /** Bytes of the file: random at its beginning, then one repeated block. */
  size: number;
  token: string;
  /** Whether to send it as `multipart/form-data`. */
  multipart?: boolean;
}

/**
 * Posts a file with new bytes.
 * @returns seconds from the request to the response, and the document in it
 */
export async function upload(
  url: string,
  { size, token, multipart = false }: UploadRequest,
): Promise<{ seconds: number; document: Record<string, unknown> }> {
  const { hostname, port, pathname } = new URL(url);
  const boundary = `b${randomBytes(12).toString('hex')}`;
  const before = multipart
    ? `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`
    : '';
  const after = multipart ? `\r\n--${boundary}--\r\n` : '';
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${multipart ? `multipart/form-data; boundary=${boundary}` : 'application/octet-stream'}`,
    `Content-Length: ${before.length + size + after.length}`,
    'Connection: close',
  ];
  const started = performance.now();
  const socket = connect({ host: hostname, port: Number(port) });
  const answer = readAnswer(socket);
  answer.catch(() => {});
  socket.write(`${head.join('\r\n')}\r\n\r\n${before}`);
  for await (const bytes of pieces(size)) await send(socket, bytes);
  socket.write(after);
  const { status, text, at } = await answer;
  if (status !== 200 && status !== 201) throw new Error(`${url} answered ${status} ${text}`);
  return { seconds: (at - started) / 1000, document: JSON.parse(text) };
}

function* pieces(size: number): Generator<Uint8Array> {
  const first = randomBytes(Math.min(64, size));
  yield first;
  for (let sent = first.length; sent < size; sent += pieceSize) yield piece.subarray(0, size - sent);
}

const send = (socket: Socket, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

function readAnswer(socket: Socket): Promise<{ status: number; text: string; at: number }> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject).on('end', () => {
      const at = performance.now();
      const status = Number(answer.split(' ', 2)[1]);
      resolve({ status, text: answer.slice(answer.indexOf('\r\n\r\n') + 4), at });
    });
  });
}
