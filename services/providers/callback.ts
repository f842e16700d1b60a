import type { HttpRequest } from '../shared/http/route';
import type { Inbound, Report } from './report';

/** A URL that a provider calls, and how a request to it is verified and read. */
export interface ProviderCallback {
  /** The caller's name in metrics. */
  readonly caller: string;
  /** Unique among all providers, so it answers 404 if this provider is not chosen. */
  readonly path: string;
  readonly maxBodyBytes: number;
  /** Called before the body is parsed. Also false if the provider's secret is not set. */
  readonly isGenuine: (request: HttpRequest) => boolean;
  readonly read: (request: HttpRequest) => CallbackContents;
  /** True if the provider sends the body of our response to the person, so the body has to be empty. */
  readonly isAnsweredNothing?: boolean;
  /**
   * Answers the `GET` with which a provider checks that the URL is ours. Null if the caller does not know our token.
   */
  readonly confirm?: (query: URLSearchParams) => string | null;
}

export interface CallbackContents {
  readonly reports?: readonly Report[];
  /** Messages that people sent. */
  readonly inbound?: readonly Inbound[];
  /** Number of items about numbers that are not ours. */
  readonly foreign?: number;
}

/** One text or status takes some 2 KB. The limit leaves room for the links of ten pictures and an account's extras. */
export const MAX_TEXT_BYTES = 64 * 1024;

/**
 * SendGrid sends up to 768 KB of events in a request, and Meta up to a thousand statuses of half a kilobyte each.
 * Postmark quotes the email that bounced.
 */
export const MAX_REPORTS_BYTES = 1024 * 1024;

export function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
