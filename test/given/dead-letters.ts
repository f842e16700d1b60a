import { operate, type FetchedReply } from './merchant';

export interface Letter {
  readonly id: string;
  readonly command: string | null;
  readonly command_id: string | null;
  readonly business_id: string | null;
  readonly replayed_at: string | null;
}

/** Of all businesses, newest first, as the operator sees them. */
export async function allLetters(consoleUrl: string): Promise<Letter[]> {
  const { status, body } = await operate(`${consoleUrl}/admin/v1/dead-letters`, { method: 'GET' });
  expect([status, body['next_cursor']]).toEqual([200, null]);
  return body['items'] as Letter[];
}

export function replayLetter(consoleUrl: string, id: string): Promise<FetchedReply> {
  return operate(`${consoleUrl}/admin/v1/dead-letters/${id}/replay`, { method: 'POST' });
}

/** What stands in the list of a command that tripped over a check of the database. */
export function aLetter(businessId: string, command: string): unknown {
  const text = expect.any(String) as unknown;
  const place = { partition: 0, offset: expect.any(Number) as unknown };
  const which = { id: text, command, command_id: text, business_id: businessId, ...place };
  const error = expect.stringContaining('SQLSTATE 23514') as unknown;
  return { ...which, reason: 'defect', error, parked_at: text, replayed_at: null };
}
