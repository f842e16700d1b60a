import { CONTROLS } from './controls';
import { GROUND } from './ground';
import { PARTS } from './parts';
import { PHONE } from './phone';

/** Later parts refine earlier ones. */
export const STYLE = [GROUND, CONTROLS, PARTS, PHONE].join('\n');
