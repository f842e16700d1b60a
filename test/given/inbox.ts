import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import type { Command } from '../../schemas/generated/command';
import { topics } from '../../schemas/topics';
import { createInboxLinks, type InboxLink } from '../../services/shared/inbox-link';
import type { PostgresDatabase } from '../../services/shared/postgres/postgres';
import { openCodec } from '../../streams/runtime/kafka/codec';
import { readCommitted } from './log-client';
import { push, request, type FetchedReply } from './merchant';
import { aMerchant, product } from './product';

/** A recipient of a business of their own, with messages that were really pushed. */
export interface Reader {
  readonly businessId: string;
  readonly recipientId: string;
  /** Oldest first. */
  readonly messageIds: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1_000;

export async function aReader(
  database: PostgresDatabase,
  pushes: readonly Readonly<Record<string, unknown>>[] = [{}],
): Promise<Reader> {
  const merchant = await aMerchant();
  const messageIds: string[] = [];
  for (const fields of pushes) {
    const { status, text, body } = await push(product().ingressUrl, merchant.apiKey, randomUUID(), fields);
    if (status !== 201) throw new Error(`not pushed: ${String(status)} ${text}`);
    messageIds.push(body['id'] as string);
  }
  const found = await database.query<{ id: string }>(RECIPIENTS, [merchant.id]);
  return { businessId: merchant.id, recipientId: found[0]!.id, messageIds };
}

/** The link of a nudge about one of the reader's messages, the newest unless another is named. */
export function linkOf(
  { businessId, recipientId, messageIds }: Reader,
  messageId = messageIds.at(-1)!,
): InboxLink {
  return { businessId, recipientId, messageId };
}

export function tokenFor(link: InboxLink, expiresAtMs = Date.now() + 30 * DAY_MS): string {
  return createInboxLinks(Buffer.from(product().env['LINK_SECRET']!)).tokenFor({ ...link, expiresAtMs });
}

export async function setStatus(
  database: PostgresDatabase,
  messageId: string,
  status: string,
): Promise<void> {
  const text = 'UPDATE messages SET status = $2 WHERE id = $1';
  await database.query({ name: 'test-set-status', text }, [messageId, status]);
}

export async function addShortLink(
  database: PostgresDatabase,
  code: string,
  link: InboxLink,
  expiresAtMs = Date.now() + 30 * DAY_MS,
): Promise<void> {
  const { businessId, recipientId, messageId } = link;
  await database.query(SHORT_LINK, [code, businessId, recipientId, messageId, new Date(expiresAtMs)]);
}

/** Lets two hours pass over the emails of a business, so that a fresh link is no second one within the hour. */
export async function ageEmails(database: PostgresDatabase, { businessId }: Reader): Promise<void> {
  await database.query(AGE_EMAILS, [businessId]);
}

export function post(to: string, body = ''): Promise<FetchedReply> {
  return request(to, { method: 'POST', body });
}

/** A form, as a browser sends it. */
export function submit(to: string, body: string): Promise<FetchedReply> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html,*/*;q=0.8' };
  return request(to, { method: 'POST', body, headers, redirect: 'manual' });
}

/** Of the messages that a page lists, in its order. */
export function subjectsOf(page: string): string[] {
  return [...page.matchAll(/<h2 dir="auto">([^<]*)<\/h2>/g)].map(([, subject]) => subject!);
}

/** The message that a page shows unfolded. */
export function unfoldedIn({ text }: FetchedReply): string | undefined {
  return /data-id="(\w+)" open/.exec(text)?.[1];
}

/** What recipients' doings became in the log: the bodies of the inbox's commands for a business, in their order. */
export async function askedOf(businessId: string): Promise<Command['body'][]> {
  const { env } = product();
  const kafka = new Kafka({ brokers: [env['KAFKA_BROKERS']!], logLevel: logLevel.NOTHING });
  const codec = await openCodec(env['SCHEMA_REGISTRY_URL']!);
  const written = await readCommitted({ kafka, codec }, topics.commands);
  // One that is not acknowledged in time is written again, and applied once.
  const commands = new Map(written.map((command) => [command.command_id, command]));
  return [...commands.values()]
    .filter(({ business_id, body }) => business_id === businessId && BY_INBOX.some((name) => name in body))
    .map(({ body }) => body);
}

const BY_INBOX = ['OpenMessage', 'StopChannel', 'Unsubscribe', 'RenewLink'];
const RECIPIENTS = { name: 'test-recipients', text: 'SELECT id FROM recipients WHERE business_id = $1' };
const AGE_EMAILS = {
  name: 'test-age-emails',
  text: "UPDATE sends SET created_at = created_at - interval '2 hours' WHERE business_id = $1",
};
const SHORT_LINK = { name: 'test-short-link', text: 'INSERT INTO short_links VALUES ($1, $2, $3, $4, $5)' };
