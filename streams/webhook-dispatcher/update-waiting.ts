/**
 * The text of a statement that changes those of the given deliveries that still wait. `$1` to `$3` are `keysOf` the
 * deliveries in order, and `$4` is left to `changes`. `record-failures.ts` says why `IS NOT DISTINCT FROM`.
 */
export function updateWaiting(changes: string, condition = ''): string {
  return `
    UPDATE webhook_deliveries d SET ${changes}
    FROM unnest($1::text[], $2::text[], $3::text[]) AS given (business_id, endpoint_id, event_id)
    WHERE d.business_id = given.business_id AND d.endpoint_id = given.endpoint_id AND d.event_id = given.event_id
      AND d.state IS NOT DISTINCT FROM 'waiting' ${condition}`;
}
