import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../../../renderer/lib/api/query-client.ts';
import { reloadQueries } from '../../../../renderer/lib/api/reload-queries.ts';

it('loads a query again whose first request was answered before the change', async () => {
  const queries = createQueryClient();
  const answers: ((result: string) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['content', 'months'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const end = observer.subscribe(() => {});

  const reloaded = reloadQueries(queries, 'content');
  answers[0]?.('before the change');
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.('after the change');
  await reloaded;
  expect(observer.getCurrentResult().data).toBe('after the change');
  expect(answers).toHaveLength(2);
  end();
});

it('loads a query with a result once', async () => {
  const queries = createQueryClient();
  let loaded = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['content', 'list'],
    queryFn: () => Promise.resolve(++loaded),
  });
  const end = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  await reloadQueries(queries, 'content');
  expect(observer.getCurrentResult().data).toBe(2);
  end();
});
