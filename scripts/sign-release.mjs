// node scripts/sign-release.mjs --key <private key> [--key <another>] [--staging <per cent>]: signs the update
// information in release/.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { main, printLine, SetUpError } from './lib/console.mjs';
import { configurationTools } from './lib/package/desktop-package.mjs';
import { signRelease } from './lib/package/signed-release.mjs';
import { release, root } from './lib/paths.mjs';

await main(async () => {
  const { key: files = [], staging } = parseArgs({
    options: { key: { type: 'string', multiple: true }, staging: { type: 'string' } },
  }).values;
  if (files.length === 0) {
    throw new SetUpError('No key is given to sign with.', 'give the file of the private key: --key <file>');
  }
  const { extraMetadata } = await configurationTools().getConfig(root, 'electron-builder.yml', null);
  if (!extraMetadata.updates) {
    throw new SetUpError(
      'electron-builder.yml names no update feed, so nobody would look for what is signed.',
      'write `updates` there first: docs/releasing.md, "The update feed".',
    );
  }
  const keys = files.map((file) => privateKeyIn(resolve(file)));
  if (!keys.some((key) => publicKeyOf(key) === extraMetadata.updates.key)) {
    throw new SetUpError(
      `${files.join(', ')} is not the key that builds of electron-builder.yml trust.`,
      'give the one that belongs to `updates.key` there.',
    );
  }
  for (const name of signRelease(release, keys, percentOf(staging))) printLine(`signed ${name}`);
});

const publicKeyOf = (key) => createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** Decrypts an encrypted key with the passphrase in ALCOVE_RELEASE_PASSPHRASE. */
function privateKeyIn(file) {
  try {
    const key = createPrivateKey({
      key: readFileSync(file),
      passphrase: process.env.ALCOVE_RELEASE_PASSPHRASE,
    });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw new SetUpError(
      `${file} cannot be read as a private key: ${error.message}`,
      'make one with: openssl genpkey -algorithm ed25519 -aes256 -out <file>; give its passphrase in ALCOVE_RELEASE_PASSPHRASE',
    );
  }
  throw new SetUpError(`${file} is no Ed25519 key.`, 'make one with: openssl genpkey -algorithm ed25519');
}

function percentOf(staging) {
  if (staging === undefined) return undefined;
  if (/^(100|\d{1,2})$/.test(staging)) return Number(staging);
  throw new SetUpError(
    `--staging ${staging} is no share of a hundred.`,
    'give a whole number from 0 to 100.',
  );
}
