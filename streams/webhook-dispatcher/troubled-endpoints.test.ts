import { TroubledEndpoints } from './troubled-endpoints';

const HOUR = 3_600_000;

describe('an endpoint that failed or was slow', () => {
  it('is remembered until it succeeds', () => {
    const troubled = new TroubledEndpoints();
    troubled.learn('we_1', false, 0);
    expect(troubled.has('we_1')).toBe(true);
    troubled.learn('we_1', true, 1);
    expect(troubled.has('we_1')).toBe(false);
  });

  it('is still remembered at its last retry, half a day later', () => {
    const troubled = new TroubledEndpoints();
    troubled.learn('we_1', false, 0);
    troubled.learn('we_2', true, 14 * HOUR);
    expect(troubled.has('we_1')).toBe(true);
  });

  it('is forgotten a day after its last attempt, so that deleted endpoints take no memory', () => {
    const troubled = new TroubledEndpoints();
    troubled.learn('we_deleted', false, 0);
    troubled.learn('we_failing', false, 0);
    troubled.learn('we_failing', false, 20 * HOUR);
    troubled.learn('we_well', true, 25 * HOUR);
    expect([troubled.has('we_deleted'), troubled.has('we_failing')]).toEqual([false, true]);
  });
});
