import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { makeOnce } from '../make-once';
import { fetchServers } from './jars';
import { findJava } from './java';
import { kafkaProperties } from './kafka-properties';

/** A folder with this file counts as formatted. The file contains the ids of the cluster and of the folder. */
const IDS_FILE = 'meta.properties';

/**
 * Formats a folder for a broker, once. The results of Kafka's tool differ in their ids alone, so the tool, which starts
 * a virtual machine, runs once and its result is copied. The ids are written last, so an interrupted copy is repeated.
 */
export async function formatOnce(home: string, logFolder: string): Promise<void> {
  const idsFile = join(logFolder, IDS_FILE);
  if (existsSync(idsFile)) return;
  const blank = await blankFolder(home);
  cpSync(blank, logFolder, { recursive: true, filter: (file) => basename(file) !== IDS_FILE });
  const ids = readFileSync(join(blank, IDS_FILE), 'utf8');
  writeFileSync(`${idsFile}.new`, ids.replace(/(?<=^(cluster|directory)\.id=).*$/gm, newId));
  renameSync(`${idsFile}.new`, idsFile);
}

async function blankFolder(home: string): Promise<string> {
  const { folder, kafkaClassPath } = await fetchServers(home);
  const blank = join(folder, 'kafka-blank');
  await makeOnce(blank, async (unfinished) => {
    const { command } = await findJava();
    const propertiesFile = `${unfinished}.properties`;
    const ports = { port: 9092, controllerPort: 9093 };
    writeFileSync(propertiesFile, kafkaProperties({ ...ports, logFolder: unfinished }));
    const format = ['kafka.tools.StorageTool', 'format', '--cluster-id', newId(), '--config', propertiesFile];
    await promisify(execFile)(command, ['-cp', kafkaClassPath, ...format]);
    rmSync(propertiesFile);
  });
  return blank;
}

/** An id in Kafka's form, but without a leading dash, which its tools would read as an option. */
function newId(): string {
  return randomBytes(16).toString('base64url').replace(/^-/, 'A');
}
