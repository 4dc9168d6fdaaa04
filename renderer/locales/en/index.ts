import { type ProblemCode, problems } from '../../../src/contract/problems.ts';
import problemTexts from './problems.json' with { type: 'json' };
import * as texts from './texts.ts';

const titles = Object.fromEntries(
  Object.entries(problems).map(([code, { title }]) => [code, title]),
) as Record<ProblemCode, string>;

export const english = { ...texts, problems: { ...problemTexts, titles } };
