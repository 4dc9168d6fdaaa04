import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import {
  type FirstRunState,
  type FirstRunStep,
  firstRunStep,
} from '../../contract/dashboard-api/administration/onboarding.ts';
import { writePrivateFile } from '../../core/data-folder/secrets.ts';
import type { Logger } from '../../core/log/logger.ts';
import { asWriteError } from '../../platform/blobs/store/disk-errors.ts';

const kept = z.object({ settled: z.partialRecord(firstRunStep, z.enum(['done', 'skipped'])) });
type Settled = z.infer<typeof kept>['settled'];

interface FirstRunOptions {
  dataDir: string;
  /** Returns whether nobody has used this node yet; called once per data folder. */
  isNew: () => boolean;
  onChange: () => void;
  logger: Pick<Logger, 'warn'>;
}

/** Stores the first steps that were done or skipped in `<dataDir>/first-run.json`, so that they are not shown again. */
export class FirstRun {
  readonly #path: string;
  readonly #onChange: () => void;
  readonly #logger: FirstRunOptions['logger'];
  #outcomes: Settled;

  constructor({ dataDir, isNew, onChange, logger }: FirstRunOptions) {
    this.#path = join(dataDir, 'first-run.json');
    this.#onChange = onChange;
    this.#logger = logger;
    const read = readSettled(this.#path);
    this.#outcomes = read ?? (isNew() ? {} : allSkipped);
    if (!read) this.#keepIfPossible();
  }

  /**
   * Returns the state of the first steps.
   * @param isDone returns whether a step is done now; a step that was done once stays done
   */
  state(isDone: Record<FirstRunStep, () => boolean>): FirstRunState {
    const done = firstRunStep.options.filter((step) => this.#outcomes[step] !== 'done' && isDone[step]());
    if (done.length > 0) {
      this.#outcomes = { ...this.#outcomes, ...each(done, 'done') };
      this.#keepIfPossible();
    }
    return { ...each(firstRunStep.options, 'open'), ...this.#outcomes };
  }

  /**
   * Hides these steps.
   * @throws NodeError `insufficient_storage`
   */
  skip(steps: readonly FirstRunStep[]): void {
    const open = steps.filter((step) => this.#outcomes[step] === undefined);
    const settled = { ...this.#outcomes, ...each(open, 'skipped') };
    try {
      this.#keep(settled);
    } catch (error) {
      throw asWriteError(error);
    }
    this.#outcomes = settled;
    this.#onChange();
  }

  /** Ignores write errors, because the steps are only shown again after the next start. */
  #keepIfPossible(): void {
    try {
      this.#keep(this.#outcomes);
    } catch (error) {
      this.#logger.warn({ err: error }, 'the state of the first steps could not be saved');
    }
  }

  #keep(settled: Settled): void {
    writePrivateFile(this.#path, `${JSON.stringify({ settled })}\n`);
  }
}

const each = <S extends string>(steps: readonly FirstRunStep[], state: S): Record<FirstRunStep, S> =>
  Object.fromEntries(steps.map((step) => [step, state])) as Record<FirstRunStep, S>;

const allSkipped: Settled = each(firstRunStep.options, 'skipped');

/** Returns undefined when the file is missing or unusable. */
function readSettled(path: string): Settled | undefined {
  try {
    return kept.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data?.settled;
  } catch {
    return undefined;
  }
}
