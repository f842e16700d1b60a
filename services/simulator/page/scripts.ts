import { DOM } from '../../shared/pages/dom-script';
import { API } from './script/api';
import { CLOCK } from './script/clock';
import { COMPOSE } from './script/compose';

import { ENDINGS } from './script/endings';
import { LIVE } from './script/live';
import { MAILBOX } from './script/mailbox';
import { MAIN } from './script/main';
import { MEMORY } from './script/memory';
import { OUTCOME } from './script/outcome';
import { PEOPLE } from './script/people';
import { PHONE } from './script/phone';
import { SUGGESTIONS } from './script/suggestions';

/**
 * The JavaScript modules that run in the browser, each as one text. They are not compiled, because that would need a
 * second compiler set-up for browsers; a test checks their types against the browser's.
 */
export const SCRIPTS: Readonly<Record<string, string>> = {
  'api.js': API,
  'clock.js': CLOCK,
  'compose.js': COMPOSE,
  'dom.js': DOM,
  'endings.js': ENDINGS,
  'live.js': LIVE,
  'mailbox.js': MAILBOX,
  'main.js': MAIN,
  'memory.js': MEMORY,
  'outcome.js': OUTCOME,
  'people.js': PEOPLE,
  'phone.js': PHONE,
  'suggestions.js': SUGGESTIONS,
};
