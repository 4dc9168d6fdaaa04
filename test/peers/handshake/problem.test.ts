import { expect, it } from 'vitest';
import { signProblem, verifyProblem } from '../../../src/features/peers/handshake/handshake-problem.ts';
import { alice, bob, now, requestOfAlice } from './fixtures.ts';

const body = JSON.stringify(requestOfAlice());
const problem = {
  type: 'urn:alcove:problem:nonce_replayed',
  title: 'Nonce already used',
  status: 409,
  detail: 'This nonce was already used by this key in the last 600 s.',
  code: 'nonce_replayed',
  instance: 'abc',
};
const signed = signProblem(bob, body, problem, now);

it('a signed problem contains reason, time and signer', () => {
  expect(signed).toEqual({
    ...problem,
    timestamp: 1766000000,
    server_public_key: bob.id,
    server_signature: expect.stringMatching(/^\w{80,90}$/),
  });
  expect(verifyProblem(body, JSON.stringify(signed, null, 1))).toEqual(signed);
});

it('a signed problem is valid for a body that was not read', () => {
  expect(verifyProblem('', JSON.stringify(signProblem(bob, '', problem, now)))?.code).toBe('nonce_replayed');
});

it('a signed problem is rejected for another request, changed, or unsigned', () => {
  const verify = (document: object, request = body) => verifyProblem(request, JSON.stringify(document));
  expect(verify(signed, JSON.stringify(requestOfAlice()))).toBeUndefined();
  for (const name of Object.keys(signed))
    expect(verify({ ...signed, [name]: name.includes('key') ? alice.id : 1 }), name).toBeUndefined();
  expect(verify({ ...signed, added: 1 })).toBeUndefined();
  expect(verify(problem)).toBeUndefined();
  for (const text of ['', '<html>', 'null', '{"code":1,"code":2}'])
    expect(verifyProblem(body, text)).toBeUndefined();
});
