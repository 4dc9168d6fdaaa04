import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const testBucket = {
  region: 'test-region-1',
  bucket: 'alcove-test',
  prefix: 'node/',
  pathStyle: true,
  credentials: { accessKeyId: 'test-access', secretAccessKey: 'test-secret' },
};

/** An S3 store in memory that refuses what real stores refuse: wrong signatures, hashes and lengths. */
export interface StrictS3 {
  endpoint: string;
  /** The objects by their keys, without bucket and prefix. */
  objects: Map<string, Buffer>;
  close(): Promise<void>;
}

export async function startStrictS3(): Promise<StrictS3> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    answer(objects, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  objects: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, code: string) => response.writeHead(status).end(`<Code>${code}</Code>`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const root = `/${testBucket.bucket}/${testBucket.prefix}`;
  if (!isSigned(request)) return void refuse(403, 'SignatureDoesNotMatch');
  if (!request.url?.startsWith(root)) return void refuse(404, 'NoSuchBucket');
  const key = request.url.slice(root.length);
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== hash) return void refuse(400, 'XAmzContentSHA256Mismatch');
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return void refuse(411, 'MissingContentLength');
    if (request.headers['if-none-match'] === '*' && objects.has(key)) {
      return void refuse(412, 'PreconditionFailed');
    }
    objects.set(key, body);
    return void response.writeHead(200).end();
  }
  const object = objects.get(key);
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (!object) return void refuse(404, 'NoSuchKey');
  sendObject(object, request, response);
}

function sendObject(object: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined || to === undefined) {
    response.writeHead(200, { 'Content-Length': object.length });
    return void response.end(request.method === 'HEAD' ? undefined : object);
  }
  if (Number(from) >= object.length) return void response.writeHead(416).end('<Code>InvalidRange</Code>');
  const part = object.subarray(Number(from), Number(to) + 1);
  response.writeHead(206, {
    'Content-Length': part.length,
    'Content-Range': `bytes ${from}-${Number(from) + part.length - 1}/${object.length}`,
  });
  response.end(part);
}

/** Checks an AWS signature of version 4, as its documentation describes it. */
function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!given) return false;
  const [, id, day = '', region = '', names = '', signature = ''] = given;
  const { accessKeyId, secretAccessKey } = testBucket.credentials;
  const at = String(headers['x-amz-date']);
  const isNow = Math.abs(Date.parse(isoOf(at)) - Date.now()) < 15 * 60_000;
  if (id !== accessKeyId || region !== testBucket.region || !at.startsWith(day) || !isNow) return false;
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name)))
    return false;
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, '', signed.join(''), names, headers['x-amz-content-sha256']].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const isoOf = (basic: string): string =>
  basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
