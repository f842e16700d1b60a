import { CONTROLS } from './controls';
import { GROUND } from './ground';
import { PARTS } from './parts';

/** The style of the console. Later parts override earlier ones. */
export const STYLE = [GROUND, CONTROLS, PARTS].join('\n');
