import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** X.509 certificates (RFC 5280) generated for each test, so that the repository contains no key. */

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const time = (ms: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')}`));
const bits = (bytes: Buffer): Buffer => der(0x03, Buffer.from([0]), bytes);
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));

export interface Certificate {
  cert: string;
  key: string;
}

interface Authority extends Certificate {
  name: string;
  privateKey: KeyObject;
}

let serial = 0;

function certificate(options: {
  subject: string;
  altNames: Buffer[];
  isAuthority: boolean;
  from: number;
  to: number;
  issuer?: Authority;
}): Authority {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = [
    ...(options.isAuthority ? [extension('551d13', sequence(der(0x01, Buffer.from([0xff]))))] : []),
    ...(options.altNames.length > 0 ? [extension('551d11', sequence(...options.altNames))] : []),
  ];
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([++serial])),
    ecdsaWithSha256,
    commonName(options.issuer?.name ?? options.subject),
    sequence(time(options.from), time(options.to)),
    commonName(options.subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', signed, options.issuer?.privateKey ?? privateKey);
  const base64 = sequence(signed, ecdsaWithSha256, bits(signature)).toString('base64');
  return {
    name: options.subject,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

const day = 86_400_000;
const dnsName = (name: string): Buffer => der(0x82, Buffer.from(name));

/** A certificate authority. */
export const makeAuthority = (name: string): Authority =>
  certificate({
    subject: name,
    altNames: [],
    isAuthority: true,
    from: Date.now() - day,
    to: Date.now() + day,
  });

/**
 * @param issuer without it, the certificate is self-signed
 * @param days validity, from now: first and last day
 */
export const makeCertificate = (
  name: string,
  issuer?: Authority,
  days: [from: number, to: number] = [-1, 30],
): Certificate =>
  certificate({
    subject: name,
    altNames: [dnsName(name)],
    isAuthority: false,
    from: Date.now() + days[0] * day,
    to: Date.now() + days[1] * day,
    ...(issuer ? { issuer } : {}),
  });
