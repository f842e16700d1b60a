import { claim } from './claim';
import { aSnapshot, NOW, SHORT_LINK, type SceneChanges } from './send-snapshot.fixture';
import type { Verdict } from './verdict';
import type { Work } from './work';

const MOMENT = { sender: 'me/1', now: NOW, startedAt: new Date(1) };
const GOES: Verdict = { goes: true, counts: [], shortLink: null };

const aWork = (sendId = 'snd_1'): Work => ({
  businessId: 'biz_1',
  sendId,
  attempt: 1,
  finished: [],
  doubtfulClaims: [],
});

interface Given {
  readonly snapshot?: SceneChanges;
  readonly verdict?: Verdict;
  readonly works?: readonly Work[];
  /** An attempt that is recorded already. */
  readonly attempt?: object;
  readonly autoReplies?: readonly { readonly id: string }[];
  readonly silenced?: readonly string[];
}

/**
 * Claims in a database that has this snapshot for every send. `written` has the values of each statement by its name.
 */
async function claimed({ snapshot = {}, verdict = GOES, works = [aWork()], ...found }: Given) {
  const written: Record<string, readonly unknown[]> = {};
  const attempt = { sender: null, outcome: null, skippedReason: null, ...found.attempt };
  const answers: Readonly<Record<string, (values: unknown[]) => unknown[]>> = {
    'sender-read-sends': (values) =>
      (values[1] as string[]).map((id) => ({
        sendId: id,
        wantedAttempt: 1,
        ...attempt,
        ...rowOf(snapshot, id),
      })),
    'sender-take-autoReplies': () => [...(found.autoReplies ?? [])],
    'sender-take-shares': ([, , , sends]) => [
      {
        businessId: 'biz_1',
        counter: 'emails_per_month',
        period: '2026-11',
        used: 41 + (sends as number[])[0]!,
      },
    ],
  };
  const sql = {
    query: ({ name }: { name: string }, values: unknown[]) => Promise.resolve(answers[name]?.(values) ?? []),
    send({ name }: { name: string }, values: unknown[]) {
      if (name !== 'sender-lock-sends') written[name] = values;
    },
  };
  const database = { transaction: (work: (it: typeof sql) => unknown) => Promise.resolve(work(sql)) };
  const channel = {
    checkGates: () => Promise.resolve(() => verdict),
    silenced: () => Promise.resolve(new Set(found.silenced)),
  };
  const claims = await claim(database as never, channel, works, MOMENT);
  return { claims, written };
}

function rowOf(changes: SceneChanges, id: string): object {
  const parts = Object.entries({ ...aSnapshot({ ...changes, send: { id, ...changes.send } }) });
  return Object.fromEntries(
    parts.flatMap(([part, columns]) =>
      Object.entries(columns).map(([name, value]: [string, unknown]) => [`${part}.${name}`, value] as const),
    ),
  );
}

describe('a claim', () => {
  test('records an attempt with the name of the claim before it is submitted (HAZ-14)', async () => {
    const { claims, written } = await claimed({});
    expect(claims).toMatchObject([{ step: 'submit', work: { sendId: 'snd_1' }, monthly: null }]);
    expect(written['sender-write-attempts']).toEqual([
      ['biz_1'],
      ['snd_1'],
      [1],
      [null],
      'me/1',
      new Date(1),
    ]);
  });

  test.each<[string, Given]>([
    ['stopped', { verdict: { goes: false, reason: 'stopped' } }],
    [
      'stopped',
      { verdict: { goes: false, reason: 'stopped' }, snapshot: { message: { status: 'retracted' } } },
    ],
    ['retracted', { snapshot: { message: { status: 'retracted' } } }],
    ['superseded', { snapshot: { message: { nudge: 2 } } }],
  ])(
    'records the attempt of a send that is %s with the reason, and does not submit it',
    async (reason, given) => {
      const moved = { recipient: { phone: '+447700900456' }, ...given.snapshot };
      const { claims, written } = await claimed({ ...given, snapshot: moved });
      expect(claims).toMatchObject([{ step: 'skip', reason }]);
      expect(written['sender-write-attempts']?.[3]).toEqual([reason]);
      expect(Object.keys(written)).toEqual(['sender-write-attempts']);
    },
  );

  test('lets an email with a fresh link go although a later nudge exists (INBOX-17)', async () => {
    const { claims } = await claimed({
      snapshot: { send: { nudge: null, phone: null }, message: { nudge: 2 } },
    });
    expect(claims).toMatchObject([{ step: 'submit' }]);
  });

  test('stores the number that the recipient holds now (NUDGE-18)', async () => {
    const { written } = await claimed({ snapshot: { recipient: { phone: '+447700900456' } } });
    expect(written['sender-readdress']).toEqual([['biz_1'], ['snd_1'], ['+447700900456']]);
  });

  test('records nothing if the number is in another country than was charged (CREDIT-8)', async () => {
    const recipient = { phone: '+4915112345678', phoneCountry: 'DE' };
    const { claims, written } = await claimed({ snapshot: { recipient } });
    expect(claims).toMatchObject([{ step: 'skip', reason: 'other_country' }]);
    expect(written).toEqual({});
  });

  test.each<[string, Given]>([
    ['stopped', { verdict: { goes: false, reason: 'stopped' } }],
    ['retracted', { snapshot: { message: { status: 'retracted' } } }],
  ])('reports the other reason, %s, if such a send may not go at all', async (reason, given) => {
    const recipient = { phone: '+4915112345678', phoneCountry: 'DE' };
    const { claims } = await claimed({ ...given, snapshot: { recipient, ...given.snapshot } });
    expect(claims).toMatchObject([{ step: 'skip', reason }]);
  });

  test.each<[string, SceneChanges]>([
    ['it has not changed', {}],
    ['the send is an email', { send: { phone: null, country: null } }],
    ['the recipient has none any more', { recipient: { phone: null, phoneCountry: null } }],
  ])('leaves the number as it is if %s', async (_what, snapshot) => {
    expect(Object.keys((await claimed({ snapshot })).written)).toEqual(['sender-write-attempts']);
  });

  test('stores where the short link leads', async () => {
    const shortLink = { code: SHORT_LINK.code, expiresAt: new Date(2) };
    const { written } = await claimed({ verdict: { ...GOES, shortLink } });
    expect(written['sender-write-short-links']).toEqual([
      [SHORT_LINK.code],
      ['biz_1'],
      ['rcp_1'],
      ['msg_1'],
      [new Date(2)],
    ]);
  });

  test('returns how many emails of the month there are with this one (LIMIT-12)', async () => {
    const counts = [{ counter: 'emails_per_month', period: '2026-11', limit: null }] as const;
    const { claims, written } = await claimed({ verdict: { ...GOES, counts } });
    expect(Object.keys(written)).toEqual(['sender-write-attempts']);
    expect(claims).toMatchObject([{ step: 'submit', monthly: { emails: 42, month: '2026-11' } }]);
  });

  test('gives back what it took of a counter without room (CHAN-7)', async () => {
    const limit = { cap: 41, reason: 'daily_cap_reached' };
    const counts = [{ counter: 'emails_per_month', period: '2026-11', limit }] as const;
    const { claims, written } = await claimed({ verdict: { ...GOES, counts } });
    expect(claims).toMatchObject([{ step: 'skip', reason: 'daily_cap_reached' }]);
    expect(written['sender-give-back-shares']).toEqual([['biz_1'], ['emails_per_month'], ['2026-11'], [1]]);
  });

  test('makes an attempt again if the commit of an earlier claim of this sender got no answer', async () => {
    const work = { ...aWork(), doubtfulClaims: ['me/0'] };
    const { claims, written } = await claimed({ works: [work], attempt: { sender: 'me/0' } });
    expect(claims).toMatchObject([{ step: 'submit' }]);
    expect(written['sender-drop-doubtful']).toEqual([['biz_1'], ['snd_1'], [1], ['me/0']]);
  });

  test.each<[object, object]>([
    [{ sender: 'other/1' }, { step: 'pass' }],
    [
      { sender: 'other/1', skippedReason: 'stopped' },
      { step: 'skip', reason: 'stopped' },
    ],
  ])('that finds the attempt %j records nothing: %j', async (attempt, step) => {
    const { claims, written } = await claimed({ attempt });
    expect([claims.length, claims[0]]).toMatchObject([1, step]);
    expect(written).toEqual({});
  });
});

describe('an automatic reply', () => {
  const autoReplies = [{ id: 'aut_1' }, { id: 'aut_2' }];
  const works = ['aut_1', 'aut_2', 'aut_3'].map(aWork);

  test('goes to a person who has not stopped since, and only if no sender has taken it (CONSENT-20)', async () => {
    const { claims, written } = await claimed({ works, autoReplies, silenced: ['aut_2'] });
    expect(claims).toMatchObject([
      { step: 'auto_reply', work: { sendId: 'aut_1' }, autoReply: { id: 'aut_1' } },
      { step: 'pass', work: { sendId: 'aut_2' } },
      { step: 'pass', work: { sendId: 'aut_3' } },
    ]);
    expect(written).toEqual({});
  });

  test('is claimed together with nudges, and no attempt is recorded for it', async () => {
    const { claims, written } = await claimed({ works: [aWork('snd_1'), aWork('aut_1')], autoReplies });
    expect(claims.map(({ step, work }) => [step, work.sendId])).toEqual([
      ['submit', 'snd_1'],
      ['auto_reply', 'aut_1'],
    ]);
    expect(written['sender-write-attempts']?.[1]).toEqual(['snd_1']);
  });
});
