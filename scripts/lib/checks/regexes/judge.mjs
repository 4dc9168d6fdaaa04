import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { check } from 'recheck';

const { version } = createRequire(import.meta.url)('recheck/package.json');
/**
 * Limits steps instead of time, so that the verdict does not depend on the load of the machine. A pattern that is too
 * complex fails.
 */
const limits = { attackTimeout: null, incubationTimeout: null, attackLimit: 150_000_000, timeout: 300_000 };
/** A pattern without one of these only matches texts of limited length, and starts at most once at each position. */
const repeats = /[*+{]/;

/** Judges regular expressions and caches the verdicts in a file. */
export class Judge {
  #cacheFile;
  #known;

  constructor(cacheFile) {
    this.#cacheFile = cacheFile;
    this.#known = readCache(cacheFile);
  }

  /** Returns why the running time of a regular expression is not linear; undefined if it is. */
  async faultOf({ source, flags }) {
    if (!repeats.test(source)) return undefined;
    const key = createHash('sha256').update(`${version}\n${flags}\n${source}`).digest('hex');
    // A verdict without a fault is stored as null, because JSON has no undefined.
    this.#known[key] ??= { fault: (await judged(source, flags)) ?? null };
    return this.#known[key].fault ?? undefined;
  }

  /** Writes the verdicts atomically. */
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
