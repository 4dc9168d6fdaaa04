import fc from 'fast-check';

const unusual = [
  ...['?', '&', '=', '/', '//', '/.', '/..', '/./', '/../', ';', '\\', '#', '%', '%zz', '%00', '%0a', '%20'],
  ...[
    '%2f',
    '%2F',
    '%5c',
    '%2e%2e',
    '%3f',
    '%26',
    '%3d',
    '%23',
    '%25',
    '%252f',
    '%c0%af',
    '+',
    '~',
    '*',
    ':',
  ],
  ...[
    '?access=x',
    '&access=x',
    '&%61ccess=x',
    '?&access=',
    '?download=1',
    'download=1?',
    '&access[]=x',
    ';access=x',
  ],
  ...['/api', '/v1', '/storage', '/storage/', '/local', '/LOCAL', '/local/overview', '/viewer', '/API'],
  ...['/api/tonconnect-manifest.json', '/api/v1/node', 'x'.repeat(3000)],
];

const starts = [
  '',
  '/',
  '//',
  'http://localhost',
  'HTTP://127.0.0.1/',
  'https://localhost:1',
  'http://localhost@',
];

const places = [
  '/api/v1/storage/',
  '/api/v1/content.view/',
  '/api/v1/node',
  '/api/icon.png',
  '/local/overview',
  '/viewer/',
];

const queries = ['', '?', '?access=x', '?download=1', '?download=1&access=x', '?content_id='];

/** Generates targets similar to valid ones, with inserted parts that parsers interpret differently. */
export function arbitraryTarget(ids: readonly string[]): fc.Arbitrary<string> {
  const pieces = fc.array(fc.constantFrom(...unusual), { maxLength: 3 });
  return fc
    .tuple(
      fc.oneof(
        { weight: 5, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom(...starts) },
      ),
      fc.constantFrom(...places),
      fc.constantFrom('', ...ids, ...ids),
      fc.constantFrom(...queries),
      fc.array(fc.tuple(fc.nat(90), fc.constantFrom(...unusual)), { maxLength: 2 }),
      pieces,
    )
    .map(
      ([start, place, id, query, inserts, end]) =>
        inserts.reduce(
          (text, [at, piece]) => text.slice(0, at) + piece + text.slice(at),
          start + place + id + query,
        ) + end.join(''),
    );
}
