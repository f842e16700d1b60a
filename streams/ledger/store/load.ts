import type { Sql } from '../../runtime/postgres/database';
import type { TimedCommand } from '../../runtime/commands/command-processor';
import { findAnswers } from '../../runtime/commands/outcomes';
import { readMobileNumber } from '../../../schemas/values/mobile-number';
import { RECENT_MS } from '../../channels/paid-gate';
import type { BatchLimits } from './batch-limits';
import {
  numbersToErase,
  leftNumbers,
  loadAcknowledgements,
  loadRowsToErase,
  loadErasures,
  type NextStep,
} from '../erasure/load';
import { loadBusinesses, loadEndpoints, loadKeys } from '../accounts/load';
import { loadRecords } from '../answers/load';
import { loadTimers } from '../delivery/load';
import { loadMessages } from '../messages/load';
import { loadNumbers } from '../people/load-numbers';
import { loadAddressed, loadMailed, loadPeople } from '../people/load';
import { loadTexts } from '../people/load-texts';
import { needsOf, type Needs } from './needs';
import type { TableName } from './tables';
import type { PlatformSettings } from '../command-context';
import { WorkingSet } from './working-set';

/** What a loading step works with. The rows that it finds are in the working set for the steps after it. */
interface Loading {
  readonly sql: Sql;
  readonly set: WorkingSet;
  /** From the wave `people` on, numbers have the form in which they are stored. */
  needs: Needs;
  readonly commandIds: readonly string[];
  readonly earliestMs: number;
  readonly rules: PlatformSettings;
  readonly limits: BatchLimits;
  /** Erasures that the batch continues. */
  erasing: readonly NextStep[];
}

/**
 * The steps of one wave need no rows of each other, so their queries share a round trip. Only rows that depend on a
 * message or a number need a later wave.
 */
const WAVES = ['erasures', 'named', 'people', 'theirs', 'numbers'] as const;

interface LoadStep {
  readonly wave: (typeof WAVES)[number];
  readonly load: (loading: Loading) => Promise<void>;
}

const erasuresBegun: LoadStep = {
  wave: 'erasures',
  load: async (loading) => {
    const { sql, set, needs } = loading;
    if (needs.erasures.length > 0) loading.erasing = await loadErasures(sql, set, needs);
  },
};

const answers: LoadStep = {
  wave: 'named',
  load: async ({ sql, set, commandIds }) => {
    for (const [id, answer] of await findAnswers(sql, commandIds)) set.answers.set(id, answer);
  },
};

const records: LoadStep = { wave: 'named', load: ({ sql, set, needs }) => loadRecords(sql, set, needs) };

const businesses: LoadStep = {
  wave: 'named',
  load: ({ sql, set, needs }) => loadBusinesses(sql, set, needs),
};

const keys: LoadStep = {
  wave: 'named',
  load: ({ sql, set, needs, earliestMs }) => loadKeys(sql, set, needs, earliestMs),
};

const endpoints: LoadStep = { wave: 'named', load: ({ sql, set, needs }) => loadEndpoints(sql, set, needs) };

const timers: LoadStep = { wave: 'named', load: ({ sql, set, needs }) => loadTimers(sql, set, needs) };

const addressed: LoadStep = {
  wave: 'named',
  load: ({ sql, set, needs, rules }) => loadAddressed(sql, set, needs, rules),
};

const messagesAndSends: LoadStep = {
  wave: 'named',
  load: ({ sql, set, needs, limits, erasing }) =>
    loadMessages(sql, set, { needs, toErase: erasing.flatMap(({ messages }) => messages), limits }),
};

const people: LoadStep = {
  wave: 'people',
  load: (loading) => {
    const { sql, set } = loading;
    loading.needs = withStoredNumbers(set, loading.needs);
    return loadPeople(sql, set, loading.needs);
  },
};

const mailed: LoadStep = {
  wave: 'theirs',
  load: ({ sql, set, needs, rules }) => loadMailed(sql, set, needs, rules),
};

const holds: LoadStep = {
  wave: 'theirs',
  load: ({ sql, set, needs, rules }) => loadAcknowledgements(sql, set, needs, rules),
};

const toErase: LoadStep = {
  wave: 'theirs',
  load: ({ sql, set, erasing, limits }) => loadRowsToErase(sql, set, erasing, limits),
};

const texts: LoadStep = {
  wave: 'theirs',
  load: ({ sql, set, needs, rules, earliestMs }) =>
    loadTexts(sql, set, needs, { rules, sinceMs: earliestMs }),
};

const numbers: LoadStep = {
  wave: 'numbers',
  load: ({ sql, set, needs, rules, earliestMs }) => {
    const numberHashes = [...needs.numberHashes, ...leftNumbers(set, needs), ...numbersToErase(set, rules)];
    const since = new Date(earliestMs - RECENT_MS);
    return loadNumbers(sql, set, { ...needs, numberHashes }, { rules, since });
  },
};

/** The steps that load the rows of each table. A table of the ledger that is missing here fails to compile. */
const LOADED_BY: Readonly<Record<TableName, readonly LoadStep[]>> = {
  idempotencyRecords: [records],
  commandOutcomes: [answers],
  businesses: [businesses],
  apiKeys: [keys],
  creditEntries: [],
  recipients: [addressed, people],
  messages: [erasuresBegun, messagesAndSends],
  sends: [messagesAndSends, numbers],
  attempts: [messagesAndSends],
  timers: [timers],
  numberStops: [numbers],
  suppressions: [addressed],
  platformSuppressions: [addressed, mailed],
  unreachableNumbers: [numbers],
  reviews: [numbers],
  events: [],
  endpoints: [endpoints],
  enabledEndpoints: [],
  acknowledgements: [holds],
  erasures: [erasuresBegun, toErase],
  textedStops: [texts, numbers],
  replies: [texts],
  autoReplies: [texts],
  deliveries: [toErase],
};

const STEPS = [...new Set(Object.values(LOADED_BY).flat())];

/**
 * Loads every row that the commands of a batch may read. The number of queries does not grow with the number of
 * commands, and a query that no command needs is left out.
 */
export async function load(
  sql: Sql,
  commands: readonly TimedCommand[],
  { rules, limits }: { readonly rules: PlatformSettings; readonly limits: BatchLimits },
): Promise<WorkingSet> {
  const set = new WorkingSet();
  const loading: Loading = {
    sql,
    set,
    needs: needsOf(commands.map(({ command }) => command)),
    commandIds: commands.map(({ command }) => command.command_id),
    earliestMs: Math.min(...commands.map(({ nowMs }) => nowMs)),
    rules,
    limits,
    erasing: [],
  };
  for (const wave of WAVES) {
    await Promise.all(STEPS.filter((step) => step.wave === wave).map((step) => step.load(loading)));
  }
  return set;
}

/**
 * Numbers are looked up in their stored form. A number without a plus is read in every country that its business has
 * during the batch.
 */
function withStoredNumbers(set: WorkingSet, needs: Needs): Needs {
  const phones = needs.phones.flatMap(({ businessId, phone }) => {
    const own = needs.countries
      .filter((each) => each.businessId === businessId)
      .map(({ country }) => country);
    const all = new Set([set.businesses.get(businessId)?.defaultCountry ?? null, ...own]);
    const numbers = Array.from(all, (country) => readMobileNumber(phone, country)?.phone);
    return [...new Set(numbers)].flatMap((each) => (each === undefined ? [] : [{ businessId, phone: each }]));
  });
  return { ...needs, phones };
}
