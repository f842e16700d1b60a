/**
 * Lists of values in PostgreSQL's binary form. Almost all parameters are columns of values (`unnest`). As text, each
 * value was quoted here and parsed there, dates above all, which took a tenth of the ledger's time.
 */
export type ParameterTypes = readonly (ElementType | undefined)[];

type ElementType = keyof typeof OID;

/** The element type of each `$n::type[]` in a statement. */
export function arrayParametersOf(statement: string): ParameterTypes {
  const found: (ElementType | undefined)[] = [];
  for (const [, parameter, type = ''] of statement.matchAll(/\$(\d+)::(\w+)\[\]/g)) {
    if (isElementType(type)) found[Number(parameter) - 1] = type;
  }
  return found;
}

/** The values as they are sent. A list with a value of a wrong type is sent as text, so that PostgreSQL judges it. */
export function inBinary(types: ParameterTypes, values: readonly unknown[]): unknown[] {
  return values.map((value, index) => {
    const type = types[index];
    return type !== undefined && Array.isArray(value) ? (encodeArray(type, value) ?? value) : value;
  });
}

const OID = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  int: 23,
  text: 25,
  timestamptz: 1184,
  jsonb: 3802,
} as const;

function isElementType(type: string): type is ElementType {
  return Object.hasOwn(OID, type);
}

function encodeArray(type: ElementType, values: readonly unknown[]): Buffer | undefined {
  const write = WRITERS[type];
  const target = scratch.restart();
  target.int32(values.length === 0 ? 0 : 1);
  target.int32(1);
  target.int32(OID[type]);
  if (values.length > 0) {
    target.int32(values.length);
    target.int32(1);
  }
  for (const value of values) {
    if (value === null || value === undefined) target.int32(-1);
    else if (!write(target, value)) return undefined;
  }
  return target.copy();
}

/** Each writes the length and the value, or returns false if the value does not have its type. */
const WRITERS: Readonly<Record<ElementType, (target: Scratch, value: unknown) => boolean>> = {
  boolean(target, value) {
    if (typeof value !== 'boolean') return false;
    target.int32(1);
    target.byte(value ? 1 : 0);
    return true;
  },
  bytea(target, value) {
    if (!(value instanceof Uint8Array)) return false;
    target.int32(value.length);
    target.bytes(value);
    return true;
  },
  bigint(target, value) {
    if (!Number.isSafeInteger(value)) return false;
    target.int32(8);
    target.int64(value as number);
    return true;
  },
  int(target, value) {
    if (!Number.isInteger(value) || Math.abs(value as number) > MAX_INT) return false;
    target.int32(4);
    target.int32(value as number);
    return true;
  },
  text(target, value) {
    if (typeof value !== 'string') return false;
    target.text(value);
    return true;
  },
  timestamptz(target, value) {
    const microseconds = value instanceof Date ? (value.getTime() - EPOCH_2000_MS) * 1_000 : NaN;
    if (!Number.isSafeInteger(microseconds)) return false;
    target.int32(8);
    target.int64(microseconds);
    return true;
  },
  jsonb(target, value) {
    target.text(typeof value === 'string' ? value : JSON.stringify(value), JSONB_VERSION);
    return true;
  },
};

const MAX_INT = 2 ** 31 - 1;
/** PostgreSQL counts microseconds from here. */
const EPOCH_2000_MS = Date.UTC(2000, 0, 1);
const JSONB_VERSION = 1;

/** One buffer for all lists. Encoding never waits, so no two lists meet in it. */
class Scratch {
  private buffer = Buffer.allocUnsafe(64 * 1024);
  private length = 0;

  restart(): this {
    this.length = 0;
    return this;
  }

  copy(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.length));
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  int32(value: number): void {
    this.reserve(4);
    this.length = this.buffer.writeInt32BE(value, this.length);
  }

  int64(value: number): void {
    this.reserve(8);
    this.length = this.buffer.writeInt32BE(Math.floor(value / 2 ** 32), this.length);
    this.length = this.buffer.writeUInt32BE(value >>> 0, this.length);
  }

  bytes(value: Uint8Array): void {
    this.reserve(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
  }

  /** A text with its length, and with a version byte before it if the type has one. */
  text(value: string, version?: number): void {
    // No UTF-16 code unit takes more than three bytes.
    this.reserve(5 + value.length * 3);
    const lengthAt = this.length;
    this.length += 4;
    if (version !== undefined) this.buffer[this.length++] = version;
    this.length += this.buffer.write(value, this.length);
    this.buffer.writeInt32BE(this.length - lengthAt - 4, lengthAt);
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

const scratch = new Scratch();
