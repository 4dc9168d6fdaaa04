import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ActivityRepository } from '../../src/features/activity/activity-repository.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { describeActivityStore } from './describe-activity-store.ts';

describeActivityStore('ActivityRepository', () => {
  const folder = temporaryFolder();
  const db = openTestDatabase(join(folder, 'alcove.db'));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  return new ActivityRepository(db);
});
