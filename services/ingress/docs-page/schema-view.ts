import { isJsonObject, type Json } from '../../../schemas/values/canonical-json';
import type { JsonSchema } from '../../../schemas/values/rule';
import { html, nothing, prose, type Markup } from '../../shared/http/markup';

/** Renders schemas as HTML, and follows references into the components of the document. */
export class SchemaView {
  constructor(private readonly components: JsonSchema) {}

  /** The fields of an object with their types and limits. The fields of nested objects fold out. */
  fields(schema: JsonSchema): Markup {
    const { properties, required } = this.resolve(schema);
    if (properties === undefined || !isJsonObject(properties)) return this.limits(schema);
    const needed = listOf(required);
    const rows = Object.entries(properties).map(([name, field]) =>
      this.field(name, isJsonObject(field) ? field : {}, needed.includes(name)),
    );
    return html`<dl class="fields">${rows}</dl>`;
  }

  /** Type and limits in a few words. */
  limits(given: JsonSchema): Markup {
    const schema = this.resolve(given);
    const { items = {} } = schema;
    const choices = listOf(schema['enum'] ?? (isJsonObject(items) ? items['enum'] : [])).filter(
      (choice) => choice !== null,
    );
    const rules = LIMITS.flatMap(([keyword, words]) => {
      const limit = schema[keyword];
      return typeof limit === 'number' && Math.abs(limit) !== Number.MAX_SAFE_INTEGER
        ? [html`<span class="limit">${words} ${limit}</span>`]
        : [];
    });
    const preset = schema['default'];
    return html`<span class="type">${this.typeOf(schema)}</span>${choices.map(
        (choice) => html`<code>${JSON.stringify(choice).replaceAll('"', '')}</code>`,
      )}${rules}${preset === undefined ? nothing : html`<span class="limit">default ${JSON.stringify(preset)}</span>`}`;
  }

  /**
   * The schema that a reference points to. For a choice, such as one between a value and null, the choice that has a
   * schema.
   */
  resolve(schema: JsonSchema): JsonSchema {
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const found = this.components[reference.split('/').at(-1) ?? ''];
      return found !== undefined && isJsonObject(found) ? found : {};
    }
    const choices = alternatives(schema);
    const [only, ...others] = choices.filter((choice) => !isNull(choice) && Object.keys(choice).length > 0);
    if (only === undefined || others.length > 0) return schema;
    return { ...this.resolve(only), isNullable: choices.some(isNull) };
  }

  private field(name: string, schema: JsonSchema, isRequired: boolean): Markup {
    const { description } = schema;
    const mark = isRequired ? html`<span class="required">required</span>` : nothing;
    return html`<dt><code class="name">${name}</code>${this.limits(schema)}${mark}</dt>
      <dd>${typeof description === 'string' ? prose(description) : nothing}${this.within(schema)}</dd>`;
  }

  private within(schema: JsonSchema): Markup {
    const { items, properties } = this.resolve(schema);
    const inner = items !== undefined && isJsonObject(items) ? items : schema;
    if (properties === undefined && this.resolve(inner)['properties'] === undefined) return nothing;
    return html`<details>
      <summary>Fields</summary>
      ${this.fields(inner)}
    </details>`;
  }

  private typeOf(schema: JsonSchema): string {
    const { type, format, items, isNullable } = schema;
    const names = (Array.isArray(type) ? listOf(type) : [type ?? 'any']).map(String);
    const base = names.filter((name) => name !== 'null').join(' or ');
    const name = typeof format === 'string' ? format : base;
    const whole =
      base === 'array' && items !== undefined && isJsonObject(items)
        ? `array of ${this.typeOf(this.resolve(items))}`
        : name;
    return names.includes('null') || isNullable === true ? `${whole} or null` : whole;
  }
}

const LIMITS = [
  ['minLength', 'min length'],
  ['maxLength', 'max length'],
  ['minimum', '≥'],
  ['maximum', '≤'],
  ['maxItems', 'max items'],
] as const;

function isNull({ type }: JsonSchema): boolean {
  return type === 'null';
}

function alternatives(schema: JsonSchema): JsonSchema[] {
  return listOf(schema['anyOf'] ?? schema['oneOf']).filter(isJsonObject);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
