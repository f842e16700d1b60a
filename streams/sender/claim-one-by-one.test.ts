import { LONE_CUT_OFFS } from '../runtime/failures/failures';
import { claimOneByOne } from './claim-one-by-one';
import { workOf, type Work } from './work';

const withCode = (code: string): Error => Object.assign(new Error('refused'), { code });

/** Returns the claims that were tried, in order, and those that were given up. */
async function claimed(fails: (id: string) => Error | undefined, isThere = (): boolean => true) {
  const tried: string[] = [];
  const givenUp: string[] = [];
  const works = ['a', 'b', 'c'].map((send_id): Work =>
    workOf({ business_id: 'biz', send_id, attempt: 1 }, () => undefined),
  );
  await claimOneByOne(works, {
    tryToClaim: async ({ sendId }) => {
      tried.push(sendId);
      return fails(sendId);
    },
    giveUp: ({ sendId }) => void givenUp.push(sendId),
    isReachable: async () => isThere(),
    isStopped: () => false,
  });
  return { tried: tried.join(' '), givenUp };
}

test('a send whose claim times out alone several times is given up, and delays no other', async () => {
  const { tried, givenUp } = await claimed((id) => (id === 'a' ? withCode('57014') : undefined));
  expect([tried, givenUp]).toEqual([`a b c${' a'.repeat(LONE_CUT_OFFS - 1)}`, ['a']]);
});

test.each([
  ['a database that does not answer', '57014', () => false],
  ['a lost grant', '42501', () => true],
  ['a lost connection', '08006', () => true],
])('%s makes it give up no send', async (_what, code, isThere) => {
  let failures = 0;
  const fails = (id: string) => (id === 'a' && failures++ < LONE_CUT_OFFS + 1 ? withCode(code) : undefined);
  const { givenUp } = await claimed(fails, isThere);
  expect([givenUp, failures]).toEqual([[], LONE_CUT_OFFS + 2]);
});

test('a defect makes it give up that send alone, at once', async () => {
  const { tried, givenUp } = await claimed((id) => (id === 'b' ? withCode('23514') : undefined));
  expect([tried, givenUp]).toEqual(['a b c', ['b']]);
});
