import { CONTROLS } from './controls';
import { GROUND } from './ground';
import { PARTS } from './parts';
import { PHONE } from './phone';

/** The style of the page. Later parts override earlier ones. */
export const STYLE = [GROUND, CONTROLS, PARTS, PHONE].join('\n');
