/**
 * Names that were replaced by standard terms (docs/glossary.md). A word or a sequence of words matches anywhere in a
 * camelCase or kebab-case name.
 */
export const retiredTerms = [
  'apart',
  'arriving bytes',
  'breakable',
  'bring',
  'bringer',
  'brought',
  'crowded',
  'crowding',
  'damage watch',
  'desk',
  'elsewhere',
  'errand',
  'fate',
  'frame watch',
  'goes on',
  'in hand',
  'intake',
  'keeper',
  'known contents',
  'laboratory',
  'leave',
  'look again',
  'look at',
  'looked',
  'looking',
  'looks',
  'neighbourhood',
  'node watch',
  'or aborted',
  'per key',
  'pristine',
  'provocations',
  'put together',
  'retell',
  'said by node',
  'seal',
  'sealed',
  'sealing',
  'set aside',
  'shelf',
  'surroundings',
  'suspect',
  'take away',
  'take back',
  'take over',
  'task pool',
  'tell',
  'teller',
  'told',
  'witness',
];

/** Match at the end of a name only: `contentWords`, `chain-words.ts`, `recordDocuments`, `UploadMeans`. */
export const retiredEndings = ['documents', 'means', 'words'];

/** Match at the beginning of a name only, for `max…` and `min…`: `mostRows`, `leastBytes`. */
export const retiredBeginnings = ['least', 'most'];

/** Match as the whole name only, because the words are common. */
export const retiredNames = [
  '#look',
  '#means',
  'AnswerContract',
  'Answered',
  'Answerer',
  'Claims',
  'Deliveries',
  'Delivery',
  'Look',
  'Room',
  'Running',
  'isMeant',
  'isPast',
  'look',
  'lookOf',
  'means',
  'within',
];
