import type * as z from 'zod';
import { type Settings, settings } from '../../src/contract/settings.ts';

type Shaped = z.ZodType & { unwrap?: () => Shaped; shape?: Record<string, z.ZodType> };

function shapeOf(schema: Shaped | undefined): Record<string, z.ZodType> {
  let inner = schema;
  while (inner && !inner.shape && inner.unwrap) inner = inner.unwrap();
  return inner?.shape ?? {};
}

/** Settings that differ from their defaults, one a line; of secrets only that they are set. */
export function shownSettings(now: Settings): string[] {
  const defaults = settings.parse({}) as unknown as Record<string, Record<string, unknown>>;
  return Object.entries(now as unknown as Record<string, Record<string, unknown>>).flatMap(
    ([section, values]) => {
      const shape = shapeOf((settings.shape as unknown as Record<string, Shaped>)[section]);
      return Object.entries(values).flatMap(([name, value]) => {
        if (JSON.stringify(value) === JSON.stringify(defaults[section]?.[name])) return [];
        const isSecret = shape[name]?.meta()?.secret === true;
        return `${section}.${name} = ${isSecret ? '(set, not shown)' : JSON.stringify(value)}`;
      });
    },
  );
}

/** The values of the settings that are secrets. */
export function secretSettings(now: Settings): string[] {
  return Object.entries(now as unknown as Record<string, Record<string, unknown>>).flatMap(
    ([section, values]) => {
      const shape = shapeOf((settings.shape as unknown as Record<string, Shaped>)[section]);
      return Object.entries(values).flatMap(([name, value]) =>
        shape[name]?.meta()?.secret === true && typeof value === 'string' ? value : [],
      );
    },
  );
}
