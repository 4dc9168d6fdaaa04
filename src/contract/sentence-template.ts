/** Kinds of values in a sentence; the prefix of a name decides. */
export type ValueKind = 'n' | 'decimal' | 'size' | 'ton' | 'time' | 'host' | 'port' | 'words' | 'text';

/** A sentence with values, written as `{{name}}`. */
export interface SentenceTemplate {
  names: readonly string[];
  /** Reads the values from a text that matches this sentence; returns undefined for another text. */
  read(text: string): string[] | undefined;
}

/** Either the pattern of a value, matched greedily up to `most` characters, or words, matched lazily. */
type Shape = { looks: RegExp; most: number } | { words: 'without spaces' | 'any' };

const any = { words: 'any' } as const;
const shapes: Record<ValueKind, Shape> = {
  n: { looks: /^\d+$/, most: 15 },
  decimal: { looks: /^\d{1,15}(?:\.\d+)?$/, most: 40 },
  size: { looks: /^\d+$/, most: 15 },
  ton: { looks: /^\d+(?:\.\d+)? TON$/, most: 40 },
  time: { looks: /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/, most: 40 },
  port: { looks: /^\d+$/, most: 10 },
  host: { words: 'without spaces' },
  words: any,
  text: any,
};

const placeholder = /\{\{(\w+)\}\}/g;

/** Returns the kind of value of a name; undefined for a value that is not translated. */
export function kindOf(name: string): ValueKind | undefined {
  const kind = name.replace(/(?<!\d)\d+$/, '');
  return Object.hasOwn(shapes, kind) ? (kind as ValueKind) : undefined;
}

/** Prepares a sentence for matching texts. */
export function sentenceTemplate(english: string): SentenceTemplate {
  const names = [...english.matchAll(placeholder)].map(([, name = '']) => name);
  const [first = '', ...literals] = english.split(/\{\{\w+\}\}/);
  const parts = names.map((name, at) => {
    const kind = kindOf(name);
    return { shape: kind ? shapes[kind] : any, literal: literals[at] ?? '' };
  });
  const last = literals.at(-1) ?? '';
  return {
    names,
    read: (text) =>
      text.startsWith(first) && text.endsWith(last)
        ? new Reading(text, parts).from(0, first.length)
        : undefined,
  };
}

/** A value and the text that follows it in the sentence. */
interface Part {
  shape: Shape;
  literal: string;
}

/** Matches one text against one sentence. Each part tries each position once, on whatever path it is reached. */
class Reading {
  readonly #text: string;
  readonly #parts: readonly Part[];
  /** For each part: by the latest end of its value, the first position from which no match exists. */
  readonly #hopeless: Map<number, number>[];

  constructor(text: string, parts: readonly Part[]) {
    this.#text = text;
    this.#parts = parts;
    this.#hopeless = parts.map(() => new Map());
  }

  /** Reads the values from a part on that begins at a position. */
  from(at: number, start: number): string[] | undefined {
    const part = this.#parts[at];
    if (!part) return start === this.#text.length ? [] : undefined;
    const { shape, literal } = part;
    const latest = this.#latestEnd(shape, start);
    const hopeless = this.#hopeless[at];
    // An earlier start only makes words longer, so a start that failed there fails here too.
    if (start >= (hopeless?.get(latest) ?? Number.POSITIVE_INFINITY)) return undefined;
    const isLast = at === this.#parts.length - 1;
    const ends =
      'looks' in shape ? this.#lookingEnds(shape, start) : this.#wordEnds(part, start, latest, isLast);
    for (const end of ends) {
      if (!this.#text.startsWith(literal, end)) continue;
      const rest = this.from(at + 1, end + literal.length);
      if (rest) return [this.#text.slice(start, end), ...rest];
    }
    hopeless?.set(latest, start);
    return undefined;
  }

  /** A value with a pattern depends on its start only. */
  #latestEnd(shape: Shape, start: number): number {
    if ('looks' in shape) return start;
    if (shape.words === 'any') return this.#text.length;
    const space = this.#text.slice(start).search(/\s/);
    return space === -1 ? this.#text.length : start + space;
  }

  *#lookingEnds({ looks, most }: { looks: RegExp; most: number }, start: number): Generator<number> {
    for (let end = Math.min(start + most, this.#text.length); end > start; end -= 1) {
      if (looks.test(this.#text.slice(start, end))) yield end;
    }
  }

  *#wordEnds({ literal }: Part, start: number, latest: number, isLast: boolean): Generator<number> {
    let end = isLast ? this.#text.length - literal.length : this.#text.indexOf(literal, start + 1);
    while (end > start && end <= latest) {
      yield end;
      if (isLast) return;
      end = this.#text.indexOf(literal, end + 1);
    }
  }
}
