import i18next from 'i18next';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareTo } from '../../../../renderer/features/licensing/payment-split.ts';
import { limitText, parseLimit } from '../../../../renderer/features/network-activity/bandwidth-limit.ts';
import { syncLabel } from '../../../../renderer/features/network-activity/pause-labels.ts';
import { latencyLabel } from '../../../../renderer/features/peers/details/latency-scale.ts';
import { stateCountLabel } from '../../../../renderer/features/peers/peer-labels.ts';
import { parseSize, sizeText } from '../../../../renderer/features/storage/storage-labels.ts';
import { formatDateTime, formatRate } from '../../../../renderer/lib/format/format.ts';
import { formatTon, parseTon, typableTon } from '../../../../renderer/lib/format/ton.ts';
import { russian } from '../../../../renderer/locales/ru/index.ts';
import { peerOf } from '../../peers/peer-fixture.ts';

beforeAll(async () => {
  i18next.addResourceBundle('ru', 'translation', russian);
  await i18next.changeLanguage('ru');
});
afterAll(() => i18next.changeLanguage('en'));

it('counts several things in one sentence, each in its own form', () => {
  const node = { host: 'https://a.example.org', contents: 5, behind: false, message: null };
  const nodes = [1, 2, 3, 4].map(() => ({ ...node, synced_at: '2026-01-31T12:00:00.000Z' }));
  const sync = { paused_by: [], contents: 22, max_contents: 1_000_000, nodes };
  expect(syncLabel({ ...sync, state: 'idle' })).toBe('Найдены 22 файла на 4 других узлах.');
  expect(syncLabel({ ...sync, state: 'paused', paused_by: ['manual', 'metered'] })).toBe(
    'Найдены 22 файла на 4 других узлах. Пауза, потому что вы её включили и подключение лимитное.',
  );
  const at = '2026-01-31T12:00:00.000Z';
  const latencies = [30, null, null, 50, 90].map((latency_ms) => ({ at, latency_ms }));
  expect(latencyLabel(latencies)).toBe(
    'Спрошен 5 раз: обычно отвечал за 50\u00a0мс (от 30\u00a0мс до 90\u00a0мс) и 2 раза не ответил.',
  );
  expect(stateCountLabel([peerOf('a'), peerOf('b', { state: 'unreachable' }), peerOf('c')])).toBe(
    '2 совместимы; 1 недоступен',
  );
});

it('formats money with a decimal comma, and parses it again', () => {
  expect(formatTon('1234500000000')).toBe('1\u00a0234,5');
  expect(parseTon(formatTon('1234500000000')).nano).toBe(1_234_500_000_000n);
  // Here a comma is not a thousands separator.
  expect(parseTon('1,234').nano).toBe(1_234_000_000n);
  expect(typableTon('1234567000000')).toBe('1234,567');
  expect(parseTon(typableTon('1234567000000')).nano).toBe(1_234_567_000_000n);
  expect(parseTon('1234.5').nano).toBe(parseTon('1234,5').nano);
});

it('shows limits with a decimal comma, and parses them with a comma or a point', () => {
  expect(sizeText(5_368_709_120)).toBe('5,36');
  expect(['5,36', '5.36'].map(parseSize)).toEqual([5_360_000_000, 5_360_000_000]);
  expect(limitText(2_500_000)).toBe('2,5');
  expect(['2,5', '2.5'].map(parseLimit)).toEqual([2_500_000, 2_500_000]);
});

it('labels the owner’s share differently from that of an address', () => {
  const address = `UQ${'s'.repeat(46)}`;
  expect(shareTo(address, 1000, [])).toMatch(/^10.?% на UQssss…ssssss$/);
});

it('formats short times, and speeds without line breaks', () => {
  expect(formatDateTime('2026-11-22T02:10:00')).toBe('22 нояб. 2026, 02:10');
  expect(formatRate(1000)).toMatch(/1.кБ\/\u2060с$/);
});
