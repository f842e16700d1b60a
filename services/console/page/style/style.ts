import { CONTROLS } from './controls';
import { GROUND } from './ground';
import { PARTS } from './parts';

/** Later parts refine earlier ones. */
export const STYLE = [GROUND, CONTROLS, PARTS].join('\n');
