import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { check } from 'recheck';

const { version } = createRequire(import.meta.url)('recheck/package.json');
/** Counts steps instead of time, so that a busy machine comes to the same verdict; too complex a pattern is refused. */
const limits = { attackTimeout: null, incubationTimeout: null, attackLimit: 150_000_000, timeout: 300_000 };
/** Without one of these a pattern matches texts of a bounded length only, and starts at each place at most once. */
const repeats = /[*+{]/;

/** Judges regular expressions and remembers the verdicts in a file. */
export class Judge {
  #cacheFile;
  #known;

  constructor(cacheFile) {
    this.#cacheFile = cacheFile;
    this.#known = readCache(cacheFile);
  }

  /** Says why the time that a regular expression takes grows faster than the text; undefined where it does not. */
  async faultOf({ source, flags }) {
    if (!repeats.test(source)) return undefined;
    const key = createHash('sha256').update(`${version}\n${flags}\n${source}`).digest('hex');
    // A result without a fault is kept as null, since JSON has no undefined.
    this.#known[key] ??= { fault: (await judged(source, flags)) ?? null };
    return this.#known[key].fault ?? undefined;
  }

  /** Writes the verdicts, whole or not at all. */
  save() {
    mkdirSync(dirname(this.#cacheFile), { recursive: true });
    const draft = `${this.#cacheFile}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(this.#known));
    renameSync(draft, this.#cacheFile);
  }
}

async function judged(source, flags) {
  const { status, complexity, attack, error } = await check(source, flags, limits);
  if (status === 'safe') return undefined;
  if (status === 'unknown') return `cannot be judged (${error.kind}), so it must become simpler`;
  return `takes ${complexity.summary} time, for example for ${attack.pattern}`;
}

function readCache(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
