import type { Knex } from 'knex';
import { up as spine } from './001-spine';
import { up as settingsAndLists } from './002-settings-and-lists';
import { up as nudges } from './003-nudges';
import { up as clock } from './004-clock';
import { up as shortLinks } from './005-short-links';
import { up as sendCounters } from './006-send-counters';
import { up as webhooks } from './008-webhooks';
import { up as keyFamilies } from './009-key-families';
import { up as people } from './010-people';
import { up as parked } from './011-parked';
import { up as pruning } from './012-pruning';
import { up as packedOutbox } from './013-packed-outbox';
import { up as freshLinks } from './014-fresh-links';
import { up as earlierNumbers } from './015-earlier-numbers';
import { up as creditOrder } from './016-credit-order';
import { up as leftNumbers } from './017-left-numbers';
import { up as numbersPassedOn } from './018-numbers-passed-on';
import { up as keysById } from './019-keys-by-id';
import { up as countedOnce } from './020-counted-once';
import { up as replaysThatDied } from './021-replays-that-died';
import { up as firstNudges } from './022-first-nudges';
import { up as firstAttempts } from './023-first-attempts';
import { up as answersOfLetters } from './024-answers-of-letters';
import { up as updateableBySubject } from './025-updateable-by-subject';
import { up as sendsThatMatter } from './026-sends-that-matter';
import { up as keysInForce } from './027-keys-in-force';
import { up as emailsToOnePerson } from './028-emails-to-one-person';
import { up as adjustedPrices } from './029-adjusted-prices';
import { up as lostSends } from './030-lost-sends';
import { up as unreadableLetters } from './031-unreadable-letters';
import { up as operatorSessions } from './032-operator-sessions';
import { up as failingEndpoints } from './033-failing-endpoints';
import { up as smsSenders } from './034-sms-senders';
import { up as answersOfADay } from './035-answers-of-a-day';
import { up as autoReplies } from './036-auto-replies';

/** In order, forward only. A migration that has been released is never changed: the next one mends it. */
export const migrations: readonly { name: string; up: (knex: Knex) => Promise<void> }[] = [
  { name: '001-spine', up: spine },
  { name: '002-settings-and-lists', up: settingsAndLists },
  { name: '003-nudges', up: nudges },
  { name: '004-clock', up: clock },
  { name: '005-short-links', up: shortLinks },
  { name: '006-send-counters', up: sendCounters },
  { name: '008-webhooks', up: webhooks },
  { name: '009-key-families', up: keyFamilies },
  { name: '010-people', up: people },
  { name: '011-parked', up: parked },
  { name: '012-pruning', up: pruning },
  { name: '013-packed-outbox', up: packedOutbox },
  { name: '014-fresh-links', up: freshLinks },
  { name: '015-earlier-numbers', up: earlierNumbers },
  { name: '016-credit-order', up: creditOrder },
  { name: '017-left-numbers', up: leftNumbers },
  { name: '018-numbers-passed-on', up: numbersPassedOn },
  { name: '019-keys-by-id', up: keysById },
  { name: '020-counted-once', up: countedOnce },
  { name: '021-replays-that-died', up: replaysThatDied },
  { name: '022-first-nudges', up: firstNudges },
  { name: '023-first-attempts', up: firstAttempts },
  { name: '024-answers-of-letters', up: answersOfLetters },
  { name: '025-updateable-by-subject', up: updateableBySubject },
  { name: '026-sends-that-matter', up: sendsThatMatter },
  { name: '027-keys-in-force', up: keysInForce },
  { name: '028-emails-to-one-person', up: emailsToOnePerson },
  { name: '029-adjusted-prices', up: adjustedPrices },
  { name: '030-lost-sends', up: lostSends },
  { name: '031-unreadable-letters', up: unreadableLetters },
  { name: '032-operator-sessions', up: operatorSessions },
  { name: '033-failing-endpoints', up: failingEndpoints },
  { name: '034-sms-senders', up: smsSenders },
  { name: '035-answers-of-a-day', up: answersOfADay },
  { name: '036-auto-replies', up: autoReplies },
];
