import type { Sql } from '../../../streams/runtime/postgres/database';
import type { Logger } from '../../../streams/runtime/logger';
import type { Clock } from '../../shared/clock';
import { unavailableReply, validationReply } from '../../shared/http/errors';
import { jsonReply, type HttpReply } from '../../shared/http/reply';
import type { Route } from '../../shared/http/route';
import { bad, good, type Rule } from '../../../schemas/values/rule';
import { required } from '../../../schemas/values/fields';
import { moment } from '../moment';
import { moveClock } from '../move-clock';
import { withBody } from './request-fields';

/** What the calls on the clock need. */
export interface ClockRoutesOptions {
  readonly clock: Clock;
  readonly sql: Sql;
  readonly logger: Logger;
}

/** `GET /sim/clock` shows the time of the product, `POST /sim/clock {advance_seconds}` moves it forward. */
export function clockRoutes({ clock, sql, logger }: ClockRoutesOptions): Route[] {
  const show = (): HttpReply => jsonReply(200, { now: moment(clock.now()) });
  return [
    { method: 'GET', path: '/sim/clock', handle: async () => show() },
    {
      method: 'POST',
      path: '/sim/clock',
      handle: (request) =>
        withBody(request, { advance_seconds: required(SECONDS) }, async ({ advance_seconds }) => {
          // Rounded up, so that a move by less than a millisecond still moves the clock.
          const advanceMs = Math.ceil(advance_seconds * 1_000);
          if (clock.now() + advanceMs > LAST_MOMENT) return beyondTheLastYear(advance_seconds);
          const behind = await moveClock(sql, advanceMs);
          if (behind.length === 0) return show();
          logger.warn(
            { behind },
            'the clock was moved, but some processes still use the old time: restart them if that lasts',
          );
          return unavailableReply();
        }),
    },
  ];
}

const TEN_YEARS_S = 10 * 366 * 24 * 60 * 60;
/** A timestamp has only four digits for the year. */
const LAST_MOMENT = Date.UTC(9999, 0);

const SECONDS: Rule<number> = {
  schema: { type: 'number', exclusiveMinimum: 0, maximum: TEN_YEARS_S },
  read(value, loc) {
    if (typeof value !== 'number' || !(value > 0)) {
      const msg = 'Value error, a positive number of seconds is needed: time only moves forward';
      return bad({ type: 'value_error', loc, msg, input: value });
    }
    if (value <= TEN_YEARS_S) return good(value);
    const msg = `Input should be less than or equal to ${TEN_YEARS_S}`;
    return bad({ type: 'less_than_equal', loc, msg, input: value });
  },
};

function beyondTheLastYear(input: number): HttpReply {
  const msg = 'Value error, the clock cannot go beyond the year 9998';
  return validationReply([{ type: 'value_error', loc: ['body', 'advance_seconds'], msg, input }]);
}
