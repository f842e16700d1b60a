/** "Message undeliverable": told at once in the answer, or later in a status. */
export const NOT_ON_WHATSAPP = 131_026;
