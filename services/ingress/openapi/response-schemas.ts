import { z } from 'zod';
import type { JsonSchema } from '../../../schemas/values/rule';
import { responseShapes } from '../../../schemas/api/response-shapes';

/** The response shapes as components of the document. */
export function responseSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(responseShapes)) registry.add(shape, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: schemaReference,
    // Fields may be added at any time, so the schema must not make a client refuse an unknown one.
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _dialect, $id: _id, id: _name, ...schema }]) => [
      name,
      schema as JsonSchema,
    ]),
  );
}

export function schemaReference(name: string): string {
  return `#/components/schemas/${name}`;
}
