import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { DemoAccess } from './demo-push';

const Demo = z.object({ api_key: z.string() });

/** The demo business is made when everything runs, so its key is read when it is needed. Without one it is empty. */
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
