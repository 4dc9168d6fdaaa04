import { expect, it } from 'vitest';
import { addFolders } from '../../../renderer/features/uploads/folders/add-folders.ts';
import { parseStrictJson } from '../../../src/core/strict-json.ts';

it('cuts the name of a folder to a title that the node accepts', async () => {
  const bodies: string[] = [];
  const node = {
    call: async (_: unknown, { body }: { body: unknown }) => {
      bodies.push(JSON.stringify(body));
      return { id: 'one' };
    },
  };
  const name = `${'a'.repeat(199)}🎧 and more`;
  const plan = { files: [], folders: [{ name, files: [], folders: [] }] };
  await addFolders(node as never, { add: () => {} } as never, plan as never);
  expect(bodies.map(parseStrictJson)).toEqual([{ kind: 'folder', title: 'a'.repeat(199), parent_id: null }]);
});
