import type { Instance } from './instance-file';
import { serviceUrl } from './services';

/** The text that `npm start` ends with. Its commands can be pasted: the first sets the message's id for the second. */
export function welcomeText({ ports, demo }: Instance, took: string): string {
  const messages = `${serviceUrl(ports, 'INGRESS_PORT')}/api/v1/messages`;
  return `
Nudgeline is ready (${took}).

  See it     ${serviceUrl(ports, 'SIMULATOR_PORT')}   every mailbox and phone, live: push from there
  Base URL   ${serviceUrl(ports, 'INGRESS_PORT')}
  API key    ${demo.api_key}
  Console    ${serviceUrl(ports, 'CONSOLE_PORT')}   for the operator: sign in with operator_token from .local/instance.json

Push a message:

  id=$(curl -sS ${messages} \\
    -H 'Authorization: Bearer ${demo.api_key}' \\
    -H "Idempotency-Key: demo-$(date +%s)" \\
    -H 'Content-Type: application/json' \\
    -d '{"recipient_email":"ada@example.com","subject":"Your order is on its way","body":"It arrives tomorrow."}' \\
    | node -p 'JSON.parse(require("fs").readFileSync(0)).id'); echo "$id"

Read it back:

  curl -sS ${messages}/$id -H 'Authorization: Bearer ${demo.api_key}'

Everything about this instance is in .local/instance.json, the logs are in .local/logs. Ctrl-C stops it.`;
}
