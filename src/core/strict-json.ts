import type { Message } from '../contract/messages/message.ts';
import { inputErrorAt } from './messages/input-error.ts';
import { message } from './messages/message.ts';
import { NodeError } from './node-error.ts';

/** Deeper documents are refused, so that recursive functions do not exhaust the stack. */
const maxDepth = 64;
const maxInteger = String(2 ** 53);
const loneSurrogate = /\p{Surrogate}/u;
const numberLiteral = /-?\d[\d.eE+-]*/y;

/** An object or array around the current position; `place` is the current name or index. */
interface Frame {
  names: Set<string> | undefined;
  place: string | number;
}

/**
 * Parses the JSON body of a request and refuses ambiguous documents (RFC 8259, section 4; RFC 7493): duplicate names, lone
 * surrogates, numbers written as integers (no fraction, no exponent) beyond ±2^53, numbers beyond the range of doubles,
 * and nesting deeper than 64. A name `__proto__` becomes an ordinary own property.
 * @throws NodeError `invalid_request` with the position of the first fault
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NodeError('invalid_request', 'http.bodyNotJson', {
      errors: [inputErrorAt('body', 'http.isNotJson')],
    });
  }
  scan(text);
  return value;
}

/** Scans valid JSON token by token. */
function scan(text: string): void {
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  let nameIsNext = false;
  // Without escapes and lone surrogates in the whole text, values need no check of their own.
  const isPlain = !text.includes('\\') && !loneSurrogate.test(text);
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '{':
      case '[':
        nameIsNext = text[at] === '{';
        frame = { names: nameIsNext ? new Set() : undefined, place: 0 };
        if (frames.push(frame) > maxDepth)
          throw refusal(frames, message('http.isNestedTooDeep', { max: maxDepth }));
        break;
      case '}':
      case ']':
        frames.pop();
        frame = frames.at(-1);
        nameIsNext = false;
        break;
      case ',':
        if (frame?.names) nameIsNext = true;
        else if (typeof frame?.place === 'number') frame.place++;
        break;
      case '"': {
        const end = isPlain ? text.indexOf('"', at + 1) : endOfString(text, at);
        if (isPlain && !nameIsNext) {
          at = end;
          break;
        }
        const string = stringToken(text.slice(at, end + 1));
        at = end;
        if (loneSurrogate.test(string))
          throw refusal(nameIsNext ? frames.slice(0, -1) : frames, message('http.hasHalfSurrogate'));
        if (frame?.names && nameIsNext) {
          frame.place = string;
          if (frame.names.has(string)) throw refusal(frames, message('http.isDuplicate'));
          frame.names.add(string);
          nameIsNext = false;
        }
        break;
      }
      default:
        numberLiteral.lastIndex = at;
        if (numberLiteral.test(text)) {
          checkNumber(text.slice(at, numberLiteral.lastIndex), frames);
          at = numberLiteral.lastIndex - 1;
        }
    }
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

const stringToken = (token: string): string =>
  token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1);

function checkNumber(literal: string, frames: Frame[]): void {
  if (!Number.isFinite(Number(literal))) throw refusal(frames, message('http.isTooLargeNumber'));
  if (literal.length < maxInteger.length || !/^-?\d+$/.test(literal)) return;
  const digits = literal.replace('-', '');
  if (digits.length > maxInteger.length || (digits.length === maxInteger.length && digits > maxInteger))
    throw refusal(frames, message('http.isTooLargeInteger'));
}

function refusal(frames: Frame[], problem: Message): NodeError {
  const places = frames.map(({ place }) => (String(place).length > 64 ? '…' : place));
  const path = ['body', ...places].join('.');
  return new NodeError('invalid_request', message('http.jsonInvalid', { path, problem }), {
    errors: [inputErrorAt(path, problem)],
  });
}
