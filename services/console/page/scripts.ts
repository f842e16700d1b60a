import { DOM } from '../../shared/pages/dom-script';
import { API } from './script/api';
import { BUSINESS } from './script/business';
import { BUSINESSES } from './script/businesses';
import { CREDITS } from './script/credits';
import { DEAD_LETTERS } from './script/dead-letters';
import { ENDPOINTS } from './script/endpoints';
import { FORM } from './script/form';
import { KEYS } from './script/keys';
import { MAIN } from './script/main';
import { RECIPIENTS } from './script/recipients';
import { SECRET } from './script/secret';
import { SETTINGS } from './script/settings';
import { SIGN_IN } from './script/sign-in';
import { STATES } from './script/states';
import { TEMPLATES } from './script/templates';
import { WORDS } from './script/words';

/** The modules that run in the browser. They are not compiled; a test checks their types against the browser's. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  'api.js': API,
  'business.js': BUSINESS,
  'businesses.js': BUSINESSES,
  'credits.js': CREDITS,
  'dead-letters.js': DEAD_LETTERS,
  'dom.js': DOM,
  'endpoints.js': ENDPOINTS,
  'form.js': FORM,
  'keys.js': KEYS,
  'main.js': MAIN,
  'recipients.js': RECIPIENTS,
  'secret.js': SECRET,
  'settings.js': SETTINGS,
  'sign-in.js': SIGN_IN,
  'states.js': STATES,
  'templates.js': TEMPLATES,
  'words.js': WORDS,
};
