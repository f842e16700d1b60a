import type { AddressInfo, Server } from 'node:net';

/** Where a server is to listen. */
export interface Listen {
  readonly address: string;
  /** 0: any free one. */
  readonly port: number;
  /** Name of the port's setting, for the message when it cannot be had. */
  readonly variable: string;
}

/** Gives back the port that it really listens on. */
export function listenOn(server: Server, listen: Listen): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, listen)));
    server.listen(listen.port, listen.address, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Why it cannot, with the name of the setting to mend. */
export function listenFailure(error: NodeJS.ErrnoException, { address, port, variable }: Listen): Error {
  const code = error.code ?? '';
  if (code === 'EADDRINUSE') return new Error(`${variable}: port ${port} on ${address} is already in use`);
  if (code === 'EACCES') return new Error(`${variable}: this user may not listen on port ${port}`);
  if (!NOT_HERE.has(code)) return error;
  return new Error(`BIND_ADDRESS: ${address} is no address of this machine`);
}

const NOT_HERE = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);
