import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SectionLines } from '../../../../renderer/ui/lists/virtual/section-lines.ts';

const section = (key: string, count: number) => ({ key, label: key, count });

test('begins each section on a line of its own below its heading', () => {
  const lines = new SectionLines([section('may', 3), section('april', 2)], 6, 2);
  const shown = Array.from({ length: lines.count }, (_, line) => {
    const at = lines.at(line);
    return at.section?.key ?? [at.from, at.to];
  });
  // The last item belongs to no section that is known.
  expect(shown).toEqual(['may', [0, 2], [2, 3], 'april', [3, 5], [5, 6]]);
  expect(lines.headings).toEqual([0, 3]);
  expect(lines.headingOf('april')).toBe(3);
  expect(lines.itemsIn([0, 1, 2, 3])).toEqual([0, 2]);
  // Between a shorter line and the next section.
  expect(lines.beside(1, 1)).toBe(2);
  expect(lines.beside(2, 1)).toBe(3);
  expect(lines.beside(4, -1)).toBe(2);
  expect([lines.beside(0, -1), lines.beside(5, 1)]).toEqual([null, null]);
});

test('puts every item in one line, however many the sections count', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { maxLength: 8 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 6 }),
      (counts, count, columns) => {
        const sections = counts.map((each, n) => section(String(n), each));
        const lines = new SectionLines(sections, count, columns);
        const items: number[] = [];
        for (let line = 0; line < lines.count; line += 1) {
          const at = lines.at(line);
          for (let index = at.from ?? 0; index < (at.to ?? 0); index += 1) {
            items.push(index);
            expect(lines.lineOf(index)).toBe(line);
          }
        }
        expect(items).toEqual(Array.from({ length: count }, (_, index) => index));
      },
    ),
  );
});
