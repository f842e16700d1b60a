/**
 * What changes in those of the deliveries named (`keysOf`, in order) that still wait; `$4` is its own.
 *
 * `IS NOT DISTINCT FROM`, so that the rows are found by their key: see `record-failures.ts`.
 */
export function updateWaiting(changes: string, alsoAsked = ''): string {
  return `
    UPDATE webhook_deliveries d SET ${changes}
    FROM unnest($1::text[], $2::text[], $3::text[]) AS named (business_id, endpoint_id, event_id)
    WHERE d.business_id = named.business_id AND d.endpoint_id = named.endpoint_id AND d.event_id = named.event_id
      AND d.state IS NOT DISTINCT FROM 'waiting' ${alsoAsked}`;
}
