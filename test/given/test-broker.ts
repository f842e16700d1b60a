import { BROKER_SESSION_MS, startKafka, type freePorts } from './servers';

interface BrokerStart {
  readonly home: string;
  readonly name: string;
  readonly ports: Awaited<ReturnType<typeof freePorts>>;
  readonly advertised: string;
}

/** A broker for tests, quick to start and quick to look for what its topics need not keep. */
export function startTestBroker({
  home,
  name,
  ports,
  advertised,
}: BrokerStart): ReturnType<typeof startKafka> {
  return startKafka({
    home,
    name,
    port: ports.LOCAL_KAFKA_PORT,
    controllerPort: ports.LOCAL_KAFKA_CONTROLLER_PORT,
    quickStart: true,
    retentionCheckMs: 500,
    sessionTimeoutMs: BROKER_SESSION_MS,
    extraProperties: {
      'advertised.listeners': `BROKER://${advertised}`,
      // Kafka looks for segments to delete only half a minute after its start otherwise.
      'log.initial.task.delay.ms': 500,
    },
  });
}
