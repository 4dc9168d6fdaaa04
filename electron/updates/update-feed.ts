import type { ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import {
  getFileList,
  Provider,
  type ProviderRuntimeOptions,
  parseUpdateInfo,
  resolveFiles,
} from 'electron-updater/out/providers/Provider.js';
import * as z from 'zod';
import { readFromFeed } from './update-download.ts';
import { UpdateError } from './update-error.ts';
import { isSignedUpdateInfo } from './update-info-signature.ts';
import type { UpdateSource } from './update-source.ts';

const maxInfoBytes = 65_536;
const maxSignatureBytes = 1_024;

/** The part of `latest*.yml` that electron-updater does not check. */
const signedFiles = z
  .array(z.object({ url: z.string(), sha512: z.string(), size: z.int().positive() }))
  .min(1);

/** A feed whose update information must be signed by the releaser. */
export class SignedFeed extends Provider<UpdateInfo> {
  readonly #source: UpdateSource;
  readonly #base: URL;

  constructor(source: UpdateSource, runtime: ProviderRuntimeOptions) {
    super(runtime);
    this.#source = source;
    this.#base = new URL(source.feed.endsWith('/') ? source.feed : `${source.feed}/`);
  }

  /** @throws UpdateError */
  override async getLatestVersion(): Promise<UpdateInfo> {
    const name = `${this.getDefaultChannelName()}.yml`;
    const url = new URL(name, this.#base);
    const [bytes, signature] = await Promise.all([
      readFromFeed(url, maxInfoBytes),
      readFromFeed(new URL(`${name}.sig`, this.#base), maxSignatureBytes),
    ]);
    if (!isSignedUpdateInfo(this.#source.key, name, bytes, signature.toString('latin1'))) {
      throw new UpdateError('bad_signature', `${name} is not signed with the key of this build`);
    }
    try {
      const info = parseUpdateInfo(bytes.toString('utf8'), name, url);
      signedFiles.parse(getFileList(info));
      return info;
    } catch (cause) {
      throw new UpdateError('unreadable', `${name} contains no valid update information`, { cause });
    }
  }

  override resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    return resolveFiles(info, this.#base);
  }
}
