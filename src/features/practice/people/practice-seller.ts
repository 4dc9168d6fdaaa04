import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { postNewContentMessage } from '../../../contract/node-api/orders.ts';
import { isTransient, RefusedError } from './node-user.ts';
import type { PracticePerson } from './practice-person.ts';
import { type PracticeWork, seller } from './works.ts';

const uploaded = z.object({ content_id: z.string() });
const retryMs = 500;

/** Offers the works that are not yet in the Store, each once. */
export async function publishWorks(person: PracticePerson, works: () => PracticeWork[]): Promise<void> {
  await person.resume();
  if (person.hasDone('publish:all')) return;
  for (const work of works()) await publish(person, work);
  person.note('publish:all');
}

async function publish(person: PracticePerson, work: PracticeWork): Promise<void> {
  const purpose = `publish:${work.id}`;
  if (person.hasDone(purpose)) return;
  const image = await upload(person, work.cover, `${work.id}-cover.png`);
  const content = await upload(person, work.bytes, work.fileName);
  for (;;) {
    try {
      const message = await person.user.call(postNewContentMessage.responses[200].schema, {
        ...postNewContentMessage,
        body: {
          ...{ title: work.title, authors: [seller], description: work.description, content, image },
          ...{ price: work.price, resaleLicensePrice: '0', allowResale: false, royaltyParams: [] },
          ...{ hashtags: ['practice'], downloadable: true },
        },
      });
      return await person.pay(purpose, message);
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'already_registered') return person.note(purpose);
      if (!isTransient(error)) throw error;
      await pause(retryMs, undefined, { signal: person.signal });
    }
  }
}

async function upload({ user }: PracticePerson, body: Uint8Array, name: string): Promise<string> {
  const headers = { 'X-File-Name': Buffer.from(name).toString('base64') };
  return (await user.call(uploaded, { method: 'POST', path: '/api/v1/storage', body, headers })).content_id;
}
