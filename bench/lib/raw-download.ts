import { connect } from 'node:net';

const bufferSize = 1024 * 1024;

/**
 * Downloads a URL and discards the bytes. Reads into one buffer, so that the client takes little more time than the
 * copy from the system.
 * @returns seconds from the request to the last byte
 */
export function download(url: string): Promise<number> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    let head = '';
    let missing = Number.NaN;
    const started = performance.now();
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: Buffer.allocUnsafeSlow(bufferSize),
        callback: (size, buffer) => {
          if (Number.isNaN(missing)) {
            head += Buffer.from(buffer.subarray(0, size)).toString('latin1');
            const end = head.indexOf('\r\n\r\n');
            if (end < 0) return true;
            if (!head.startsWith('HTTP/1.1 200')) socket.destroy(new Error(`${url} answered ${head}`));
            missing = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (head.length - end - 4);
          } else missing -= size;
          if (missing === 0) {
            resolve((performance.now() - started) / 1000);
            socket.destroy();
          }
          return true;
        },
      },
    });
    socket.on('error', reject).on('close', () => reject(new Error(`${url} broke off`)));
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`,
    );
  });
}
