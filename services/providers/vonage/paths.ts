/** Reports arrive here. Each text names the URL. */
export const STATUS_PATH = '/sms/vonage/status';

/** Inbound texts arrive here. The operator enters the URL at Vonage once. */
export const INBOUND_PATH = '/sms/vonage/inbound';
