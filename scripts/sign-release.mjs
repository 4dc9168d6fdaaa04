// node scripts/sign-release.mjs --key <private key> [--staging <per cent>]: signs the update information in release/.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { configurationTools } from './lib/desktop-package.mjs';
import { release, root } from './lib/paths.mjs';
import { main, SetUpError, say } from './lib/say.mjs';
import { signRelease } from './lib/signed-release.mjs';

await main(async () => {
  const { key, staging } = parseArgs({
    options: { key: { type: 'string' }, staging: { type: 'string' } },
  }).values;
  if (key === undefined) {
    throw new SetUpError('No key is given to sign with.', 'give the file of the private key: --key <file>');
  }
  const { extraMetadata } = await configurationTools().getConfig(root, 'electron-builder.yml', null);
  if (!extraMetadata.updates) {
    throw new SetUpError(
      'electron-builder.yml names no update feed, so nobody would look for what is signed.',
      'write `updates` there first: docs/releasing.md, "The update feed".',
    );
  }
  const privateKey = privateKeyIn(resolve(key));
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  if (publicKey !== extraMetadata.updates.key) {
    throw new SetUpError(
      `${key} is not the key that builds of electron-builder.yml trust.`,
      'give the one that belongs to `updates.key` there.',
    );
  }
  for (const name of signRelease(release, privateKey, percentOf(staging))) say(`signed ${name}`);
});

/** An encrypted key is opened with the passphrase in ALCOVE_RELEASE_PASSPHRASE. */
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
