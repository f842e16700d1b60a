// The part of nodemailer 10 that is used here, typed by its source: @types/nodemailer describes version 8.

declare module 'nodemailer/lib/shared' {
  import type { SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

  /** Options of the query come along under their own names. */
  export function parseConnectionUrl(
    url: string,
  ): SMTPConnectionOptions & { readonly auth?: SMTPConnectionAuth };
}

declare module 'nodemailer/lib/smtp-connection' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  class SMTPConnection extends EventEmitter {
    constructor(options: SMTPConnection.SMTPConnectionOptions);
    /** The server offers a way to log in. Known once it has answered. */
    readonly allowsAuth: boolean;
    readonly destroyed: boolean;
    connect(connected: (failure?: SMTPConnection.SMTPError) => void): void;
    login(
      auth: SMTPConnection.SMTPConnectionAuth,
      loggedIn: (failure: SMTPConnection.SMTPError | null) => void,
    ): void;
    send(
      envelope: SMTPConnection.SMTPEnvelope,
      message: Readable,
      sent: (failure: SMTPConnection.SMTPError | null) => void,
    ): void;
    close(): void;
  }

  namespace SMTPConnection {
    interface SMTPConnectionOptions {
      readonly host?: string;
      readonly port?: number;
      readonly secure?: boolean;
      readonly requireTLS?: boolean;
      readonly connectionTimeout?: number;
      readonly socketTimeout?: number;
    }

    interface SMTPConnectionAuth {
      readonly user?: string;
      readonly pass?: string;
    }

    interface SMTPError extends Error {
      readonly code?: string;
      readonly response?: string;
      readonly responseCode?: number;
    }

    interface SMTPEnvelope {
      readonly from: string;
      readonly to: readonly string[];
      readonly size?: number;
    }
  }

  export = SMTPConnection;
}

declare module 'nodemailer/lib/smtp-connection/data-stream' {
  import { Transform } from 'node:stream';

  class DataStream extends Transform {}

  export = DataStream;
}

declare module 'nodemailer/lib/mime-funcs' {
  export function encodeWord(text: string, encoding: 'Q' | 'B', maxLength: number): string;
  export function foldLines(header: string): string;
}

declare module 'nodemailer/lib/mime-node' {
  class MimeNode {
    encodeHeaderValue(
      name: string,
      value: string | { readonly name: string; readonly address: string },
    ): string;
  }

  export = MimeNode;
}

declare module 'nodemailer/lib/qp' {
  export function encode(text: string): string;
  export function wrap(text: string, lineLength?: number): string;
}

declare module 'nodemailer' {
  export interface Transporter {
    sendMail(mail: object): Promise<unknown>;
    close(): void;
  }

  export function createTransport(options: object): Transporter;
}
