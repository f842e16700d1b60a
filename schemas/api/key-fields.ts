import { flag, nullable, text, withDefault } from '../values/fields';

/** The body of `POST /api/v1/keys`. */
export const NEW_KEY_FIELDS = {
  name: nullable(text({ max: 120 }), 'What you call it; `API key` without one.'),
  detach: withDefault(flag(), false, 'True: it survives the revocation of the key that made it.'),
};
