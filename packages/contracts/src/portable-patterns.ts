/**
 * Regular expressions for the API's document, in what every language's engine reads the same: no look-around, no classes by
 * property, `[0-9]` for digits. They say what the rules of the fields say, or a little less: what fits one is never refused for
 * its letters.
 */

const VISIBLE = String.raw`[^\x00-\x20\x7f-\xa0\xad]`;

/** A line with no control character that neither begins nor ends with a space. */
export const LINE = String.raw`^${VISIBLE}([^\x00-\x1f\x7f-\x9f\xad]*${VISIBLE})?$`;

/** The same for a text of several lines. */
export const LINES = String.raw`^${VISIBLE}([^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad]*${VISIBLE})?$`;

/** Visible ASCII: what programs make and hand back. */
export const TOKEN_TEXT = String.raw`^[\x21-\x7e]+$`;

/** English letters, with spaces between them; two letters at least. */
export const ENGLISH_NAME = "^[A-Za-z][A-Za-z ]*[A-Za-z]$";

export const EMAIL_ADDRESS =
  "^([A-Za-z0-9_'+-]+[.])*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*[.])+[A-Za-z]{2,}$";

/** A code of a currency. Which there are, `GET /api/currencies` says. */
export const CURRENCY = "^[A-Z0-9]{1,10}$";

/** An amount that fits in 64 bits of smallest units of any currency. */
export const AMOUNT = "^(0|[1-9][0-9]{0,9})([.][0-9]{1,8})?$";

/** The largest whole number of {@link AMOUNT}. */
export const LARGEST_AMOUNT = 9_999_999_999;

/** Position in a list: the time and the identifier of its last row. */
export const PLACE = String.raw`^[0-9]{1,16}[.][\x21-\x7e]{1,64}$`;

/** A web address by name or IPv4 address. */
export const WEB_ADDRESS =
  "^https?://(([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?[.])*[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?|" +
  "((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])[.]){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))" +
  String.raw`(:[1-9][0-9]{0,3}|:[1-5][0-9]{4})?(/[\x21-\x7e]*)?$`;
