import type { AddressInfo, Server } from 'node:net';

/** Where a server listens. */
export interface Listen {
  readonly address: string;
  /** With 0, the system chooses a free port. */
  readonly port: number;
  /** The variable that sets the port, for the message when the port cannot be used. */
  readonly variable: string;
}

/** Returns the port that the server listens on. */
export function listenOn(server: Server, listen: Listen): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, listen)));
    server.listen(listen.port, listen.address, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Says why the server cannot listen, and which setting to change. */
export function listenFailure(error: NodeJS.ErrnoException, { address, port, variable }: Listen): Error {
  const code = error.code ?? '';
  if (code === 'EADDRINUSE') {
    return new Error(
      `${variable}: port ${port} on ${address} is already in use; stop the other process or set another port`,
    );
  }
  if (code === 'EACCES') {
    return new Error(`${variable}: this user may not listen on port ${port}; set a port above 1023`);
  }
  if (!NOT_HERE.has(code)) return error;
  return new Error(
    `BIND_ADDRESS: ${address} is no address of this machine; set one that it has, or 0.0.0.0 for all`,
  );
}

const NOT_HERE = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);
