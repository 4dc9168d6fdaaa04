/** Slow textbook arithmetic on edwards25519 (RFC 8032, section 5.1), to derive test inputs independently. */

export const p = 2n ** 255n - 19n;
export const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;

interface Point {
  x: bigint;
  y: bigint;
}

const mod = (n: bigint): bigint => ((n % p) + p) % p;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = mod(base), rest = exponent; rest > 0n; rest >>= 1n, square = mod(square * square))
    if (rest & 1n) result = mod(result * square);
  return result;
}

const inverse = (n: bigint): bigint => power(n, p - 2n);
const d = mod(-121665n * inverse(121666n));

function add(a: Point, b: Point): Point {
  const product = mod(d * a.x * b.x * a.y * b.y);
  return {
    x: mod((a.x * b.y + a.y * b.x) * inverse(1n + product)),
    y: mod((a.y * b.y + a.x * b.x) * inverse(1n - product)),
  };
}

function multiply(scalar: bigint, point: Point): Point {
  let result: Point = { x: 0n, y: 1n };
  for (let double = point, rest = scalar; rest > 0n; rest >>= 1n, double = add(double, double))
    if (rest & 1n) result = add(result, double);
  return result;
}

function pointWithY(y: bigint): Point | undefined {
  const squared = mod((y * y - 1n) * inverse(d * y * y + 1n));
  let x = power(squared, (p + 3n) / 8n);
  if (mod(x * x) !== squared) x = mod(x * power(2n, (p - 1n) / 4n));
  return mod(x * x) === squared ? { x, y } : undefined;
}

export function encodePoint(y: bigint, sign: boolean): Buffer {
  const bytes = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse();
  bytes.writeUInt8((bytes.readUInt8(31) & 0x7f) | (sign ? 0x80 : 0), 31);
  return bytes;
}

/** The eight points whose order divides 8, computed as multiples of one point of order 8. */
export function smallOrderPoints(): Point[] {
  for (let y = 2n; ; y++) {
    const point = pointWithY(y);
    if (!point) continue;
    const torsion = multiply(groupOrder, point);
    const multiples = Array.from({ length: 8 }, (_, k) => multiply(BigInt(k), torsion));
    if (new Set(multiples.map((multiple) => `${multiple.x},${multiple.y}`)).size === 8) return multiples;
  }
}
