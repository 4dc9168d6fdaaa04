import { type ProblemCode, problems } from '../../../src/contract/problems.ts';
import * as texts from './first-texts.ts';
import problemTexts from './problems.json' with { type: 'json' };

const titles = Object.fromEntries(
  Object.entries(problems).map(([code, { title }]) => [code, title]),
) as Record<ProblemCode, string>;

/** The English texts of the first load. */
export const firstTexts = { ...texts, problems: { ...problemTexts, titles } };
