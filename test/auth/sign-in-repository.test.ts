import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ApiTokenRepository } from '../../src/features/auth/repository/api-token-repository.ts';
import { SignInRepository } from '../../src/features/auth/repository/sign-in-repository.ts';
import { temporaryFolder } from '../support/node/start-test-node.ts';
import { openTestDatabase } from '../support/node/test-database.ts';
import { describeSignInStore } from './describe-sign-in-store.ts';

describeSignInStore('SignInRepository', () => {
  const folder = temporaryFolder();
  const db = openTestDatabase(join(folder, 'alcove.db'));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  return { store: new SignInRepository(db), tokens: new ApiTokenRepository(db) };
});
