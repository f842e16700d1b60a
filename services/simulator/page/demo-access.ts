import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { DemoAccess } from './demo-push';

const Demo = z.object({ api_key: z.string() });

/** Reads the key of the demo business at each use, because it is made after the start. Until then the key is empty. */
export function demoAccess(ingressUrl: string, file: string): DemoAccess {
  return {
    ingressUrl,
    get apiKey() {
      try {
        return Demo.parse(JSON.parse(readFileSync(file, 'utf8'))).api_key;
      } catch {
        return '';
      }
    },
  };
}
