import type { Knex } from 'knex';
import { up as log } from './001-log';
import { up as answers } from './002-answers';
import { up as accounts } from './003-accounts';
import { up as people } from './004-people';
import { up as messages } from './005-messages';
import { up as delivery } from './006-delivery';
import { up as webhooks } from './007-webhooks';
import { up as erasures } from './008-erasures';
import { up as operators } from './009-operators';

/** In order, forward only. Never change a migration that has been released: write the next one. */
export const migrations: readonly { name: string; up: (knex: Knex) => Promise<void> }[] = [
  { name: '001-log', up: log },
  { name: '002-answers', up: answers },
  { name: '003-accounts', up: accounts },
  { name: '004-people', up: people },
  { name: '005-messages', up: messages },
  { name: '006-delivery', up: delivery },
  { name: '007-webhooks', up: webhooks },
  { name: '008-erasures', up: erasures },
  { name: '009-operators', up: operators },
];
