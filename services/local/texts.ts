import type { Instance } from './instance-file';
import { serviceUrl } from './services';

export const helpText = `Starts Nudgeline on this machine: Kafka, schema registry, PostgreSQL, Redis and the services.

  npm start

Ctrl-C stops everything. Data, logs and keys are in .local and survive a restart; delete it to begin anew.

Servers that run elsewhere (each one that is set is not started here):
  KAFKA_BROKERS  SCHEMA_REGISTRY_URL  DATABASE_URL  REDIS_URL
Ports of the services:
  INGRESS_PORT 8080  INBOX_PORT 8081  CONSOLE_PORT 8082  CALLBACKS_PORT 8083  SIMULATOR_PORT 8084  PIPELINE_PORT 8085
  SIMULATOR_SMTP_PORT 8086  SIMULATOR_SINK_PORT 8087  TIMERS_PORT 8088  SENDERS_PORT 8089
  WEBHOOKS_PORT 8090
Ports of the servers:
  LOCAL_KAFKA_PORT 19092  LOCAL_KAFKA_CONTROLLER_PORT 19093  LOCAL_REGISTRY_PORT 18081  LOCAL_POSTGRES_PORT 15432
  LOCAL_REDIS_PORT 16379`;

/** The two commands can be pasted as they are: the first leaves the message's id for the second. */
export function welcomeText({ ports, demo }: Instance, took: string): string {
  const messages = `${serviceUrl(ports, 'INGRESS_PORT')}/api/v1/messages`;
  return `
Nudgeline is ready (${took}).

  See it     ${serviceUrl(ports, 'SIMULATOR_PORT')}   everybody's mailbox and phone, live: push from there
  Base URL   ${serviceUrl(ports, 'INGRESS_PORT')}
  API key    ${demo.api_key}
  Console    ${serviceUrl(ports, 'CONSOLE_PORT')}   for the operator: sign in with operator_token of .local/instance.json

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
