import type { HttpRequest } from '../shared/http/route';
import type { Inbound, Report } from './report';

/** One URL that a provider calls: how a request is verified, and how it is read. */
export interface ProviderCallback {
  /** The caller's name in metrics. */
  readonly caller: string;
  /** No other provider has this path, so it answers 404 where this provider is not chosen. */
  readonly path: string;
  readonly maxBodyBytes: number;
  /** Called before the body is parsed. Also false if the provider's secret is not set. */
  readonly isGenuine: (request: HttpRequest) => boolean;
  readonly read: (request: HttpRequest) => Told;
  /** True if the provider sends the body of our answer to the person. */
  readonly isAnsweredNothing?: boolean;
  /** Answers the `GET` by which a provider checks that the URL is ours. Null: the caller does not know our token. */
  readonly confirm?: (query: URLSearchParams) => string | null;
}

export interface Told {
  readonly reports?: readonly Report[];
  /** What people wrote. */
  readonly inbound?: readonly Inbound[];
  /** What was told of numbers that are not ours. */
  readonly foreign?: number;
}

/** One text or status takes some 2 KB. The links of ten pictures and the extras of an account fit as well. */
export const MAX_TEXT_BYTES = 64 * 1024;

/**
 * SendGrid sends up to 768 KB of events a request, Meta up to a thousand statuses of half a kilobyte. Postmark quotes
 * the mail that bounced.
 */
export const MAX_REPORTS_BYTES = 1024 * 1024;

export function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
