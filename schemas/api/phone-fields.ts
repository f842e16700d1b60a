import { phoneNumber } from '../values/phone-number';
import { required } from '../values/fields';

/** The body of `PUT /api/v1/recipients/{email}/phone`. */
export const PHONE_FIELDS = {
  phone: required(
    phoneNumber,
    "Mobile number, E.164 preferred; without `+` it is read in the business's `default_country`.",
  ),
};
