import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { untilReady, type Child } from '../child';
import { classArchiveOption } from './class-archive';
import { fetchServers } from './jars';
import { startJava } from './java';
import { kafkaLogging, kafkaProperties, type BrokerSettings } from './kafka-properties';
import { formatOnce } from './kafka-storage';
import type { Part } from './part';
import { freePorts } from '../ports';

/** A broker of the local instance, of a test or of a benchmark. */
export interface KafkaOptions extends Omit<BrokerSettings, 'logFolder'> {
  readonly home: string;
  readonly name?: string;
  /** Limits the JIT compiler: the broker starts sooner, and is slower under load. */
  readonly quickStart?: boolean;
}

/** Starts a broker and controller in one process and waits until it serves. Its url is a value for KAFKA_BROKERS. */
export async function startKafka(options: KafkaOptions): Promise<Part> {
  const { home, name = 'kafka' } = options;
  const sharing = await classArchiveOption({
    home,
    kind: 'kafka',
    startRecording: async (recording, option) => {
      const { LOCAL_KAFKA_PORT, LOCAL_KAFKA_CONTROLLER_PORT } = await freePorts();
      const ports = { port: LOCAL_KAFKA_PORT, controllerPort: LOCAL_KAFKA_CONTROLLER_PORT };
      return startBroker({ home, name: recording, quickStart: true, ...ports }, option);
    },
  });
  return startBroker({ ...options, name }, sharing);
}

async function startBroker(options: KafkaOptions & { name: string }, sharing: string): Promise<Part> {
  const { home, name, quickStart = false, ...settings } = options;
  const { kafkaClassPath } = await fetchServers(home);
  const dataFolder = join(home, name);
  const logFolder = join(dataFolder, 'log');
  const propertiesFile = join(dataFolder, 'server.properties');
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(propertiesFile, kafkaProperties({ ...settings, logFolder }));
  const loggingFile = join(dataFolder, 'log4j2.properties');
  writeFileSync(loggingFile, kafkaLogging);
  const tuning = ['-Xms64m', '-Xmx512m', ...(quickStart ? ['-XX:TieredStopAtLevel=1'] : [])];
  const virtualMachine = [...tuning, `-Dlog4j2.configurationFile=${loggingFile}`, '-cp', kafkaClassPath];
  await formatOnce(home, logFolder);
  const child = await startJava({
    home,
    name,
    args: [sharing, ...virtualMachine, 'kafka.Kafka', propertiesFile],
  });
  const address = `127.0.0.1:${settings.port}`;
  await untilReady(child, () => hasStarted(child));
  return { ...child, title: 'Kafka 4.3.1', url: address, address };
}

/**
 * Reads the log, because an open port is not enough: a broker accepts connections before the controller lets it serve.
 */
async function hasStarted({ logFile }: Child): Promise<boolean> {
  const log = await readFile(logFile, 'utf8');
  return log.includes('Kafka Server started');
}
