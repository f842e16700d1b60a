/** "Message undeliverable": Meta reports it in the response, or later in a status (CHAN-12). */
export const NOT_ON_WHATSAPP = 131_026;
