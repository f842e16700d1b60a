import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TakenText {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  /** The URL to which the provider reports. */
  readonly statusCallback: string;
}

export interface TakenWhatsapp {
  readonly id: string;
  readonly to: string;
  readonly callbackData: string;
}

export interface HttpDoorHandlers {
  takeText(text: TakenText): Promise<void>;
  takeWhatsapp(message: TakenWhatsapp): Promise<void>;
}

/** Accepts submissions to the SMS provider and to WhatsApp, in their formats. Returns its port. */
export async function openHttpDoor(handlers: HttpDoorHandlers): Promise<number> {
  let count = 0;
  const answerTo = async (path: string, body: string): Promise<object> => {
    const id = `stand-in-${count++}`;
    if (path.endsWith('/Messages.json')) {
      const form = new URLSearchParams(body);
      const field = (name: string): string => form.get(name) ?? '';
      await handlers.takeText({
        id,
        to: field('To'),
        from: field('From'),
        statusCallback: field('StatusCallback'),
      });
      return { sid: id, status: 'queued' };
    }
    const message = JSON.parse(body) as { to: string; biz_opaque_callback_data: string };
    await handlers.takeWhatsapp({ id, to: message.to, callbackData: message.biz_opaque_callback_data });
    return { messaging_product: 'whatsapp', messages: [{ id }] };
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      void answerTo(path, body).then((answer) => {
        response.writeHead(path.endsWith('/Messages.json') ? 201 : 200, {
          'Content-Type': 'application/json',
        });
        response.end(JSON.stringify(answer));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
