import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signUpdateInfo } from '../../../electron/updates/update-info-signature.ts';

const infoName = `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`;

interface Release {
  version: string;
  /** The new AppImage. */
  file: Buffer;
  stagingPercentage?: number;
  signedWith?: KeyObject;
}

/** A feed on loopback, and the key for its signatures. */
export async function startFeed() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = new Map<string, Buffer>();
  /** Files that stall halfway. */
  const held = new Set<string>();
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url = '', headers }, answer) => {
    requests.push({ path: url, headers });
    const file = files.get(url);
    answer.statusCode = file ? 200 : 404;
    if (file && held.has(url)) answer.write(file.subarray(0, file.length / 2));
    else answer.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** `updates` of a build with this feed. */
    source: {
      feed: `http://127.0.0.1:${port}/alcove`,
      key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    },
    files,
    requests,
    hold: (path: string) => held.add(path),
    release({ version, file, stagingPercentage, signedWith = privateKey }: Release) {
      const name = `Alcove-${version}.AppImage`;
      const sha512 = createHash('sha512').update(file).digest('base64');
      const info = Buffer.from(
        [
          `version: ${version}`,
          'files:',
          `  - { url: ${name}, sha512: ${sha512}, size: ${file.length} }`,
          `path: ${name}`,
          `sha512: ${sha512}`,
          `releaseDate: '2026-01-01T00:00:00.000Z'`,
          ...(stagingPercentage === undefined ? [] : [`stagingPercentage: ${stagingPercentage}`]),
        ].join('\n'),
      );
      files.set(`/alcove/${infoName}`, info);
      files.set(`/alcove/${infoName}.sig`, Buffer.from(signUpdateInfo(signedWith, infoName, info)));
      files.set(`/alcove/${name}`, file);
      held.delete(`/alcove/${name}`);
      return { path: `/alcove/${name}` };
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Feed = Awaited<ReturnType<typeof startFeed>>;
