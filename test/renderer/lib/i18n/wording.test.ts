import { describe, expect, it } from 'vitest';
import shell from '../../../../electron/locales/en.json' with { type: 'json' };
import { english as dashboard } from '../../../../renderer/locales/en/index.ts';
import { english as messages } from '../../../../src/contract/messages/en/index.ts';
import { problems } from '../../../../src/contract/problems.ts';

type Texts = { readonly [key: string]: string | Texts };
type Text = [path: string, text: string];

/** Every English text by its path, such as `dashboard.frame.pages.peers`. */
function flat(texts: Texts, path: string): Text[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value] as Text] : flat(value, `${path}.${key}`),
  );
}

/** The first steps have a wording of their own. */
const isFirstRun = ([path]: Text) => path.startsWith('dashboard.overview.firstRun.');

const titles: Text[] = Object.entries(problems).map(([code, { title }]) => [`problems.${code}.title`, title]);
const app = [...flat(dashboard, 'dashboard'), ...flat(shell, 'shell'), ...titles].filter(
  (text) => !isFirstRun(text),
);
const all = [...app, ...flat(messages, 'messages')];

const breaking = (texts: readonly Text[], rule: RegExp) => texts.filter(([, text]) => rule.test(text));

/** A placeholder counts as a word, a tag does not. */
const wordCount = (text: string): number =>
  text
    .replace(/\{\{.*?\}\}/g, 'x')
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The texts with this path that have more words than allowed. */
const longer = (kind: RegExp, max: number) =>
  app.filter(([path, text]) => kind.test(path.replace(/_(one|other)$/, '')) && wordCount(text) > max);

describe('English texts', () => {
  it('name their subject at the start of each sentence', () => {
    expect(breaking(all, /(^|[.!?] )(It|It’s|That|What)\b/)).toEqual([]);
  });

  it('have no semicolons', () => {
    expect(breaking(all, /;/)).toEqual([]);
  });

  it('use the terms of the glossary', () => {
    const retired = [
      /\b(put up for sale|seal(ed|ing)?|gives? (it )?out|given out|keep for good|kept for good)\b/i,
      /\b(your|the) orders?\b|^orders?\b|\bpublish(ed|es|ing)?\b/i,
      /\b(lift the block|by itself|in order\.|take back|no longer follow|shares of)\b/i,
      /\b(practice network|service wallet|temporary cop(y|ies))\b/i,
      /\bmarket(?!place)\b/i,
      /\b(the|your) (library|trash)\b/,
    ];
    const named = ['dashboard.frame.pages.market', 'shell.page.market', 'messages.auth.practiceNetwork'];
    const texts = all.filter(([path]) => !named.includes(path));
    for (const term of retired) expect(breaking(texts, term)).toEqual([]);
  });

  it('use contractions', () => {
    expect(
      breaking(all, /\b(cannot|(is|are|was|were|do|does|did|has|have|could|will|would) not)\b/i),
    ).toEqual([]);
  });

  it('have titles of at most 5 words, without a full stop', () => {
    const title = /(\.|^)([a-z]\w*T|t)itle$/;
    expect(longer(title, 5)).toEqual([]);
    expect(app.filter(([path, text]) => title.test(path) && text.endsWith('.'))).toEqual([]);
  });

  it('have buttons of at most 3 words', () => {
    expect(longer(/\.(button|confirm|submit|begin|accept|share|make)$/, 3)).toEqual([]);
  });

  it('have hints of at most 12 words', () => {
    expect(longer(/(Hint|Description|Note|\.hint|\.description)$/, 12)).toEqual([]);
    expect(longer(/\.settings\.fields\..*\.text$/, 12)).toEqual([]);
  });

  it('have empty states of at most 20 words', () => {
    expect(longer(/\.(nothing|none|noMatch|noHosts)\.\w*[tT]ext$|\.nothing\.\w+Text$/, 20)).toEqual([]);
  });

  it('have dialogs of at most 40 words', () => {
    expect(
      longer(
        /\.(ask|lift|delete|block|give|offer|cancelOffer|unshare|forget|there|stop|signOut)\.text\w*$/,
        40,
      ),
    ).toEqual([]);
  });
});
