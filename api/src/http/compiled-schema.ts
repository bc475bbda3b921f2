// Compiles schemas of the contract. Its library interprets them, because the portal's policy of scripts allows no generated code; the server
// may run such code, which checks the rows of a list in less than half of the time.
import * as core from 'zod/v4/core'

/** The same schema, whose objects are checked by generated code. Parts of other kinds than lists and objects stay as they are. */
export function compiledSchema(schema: core.$ZodType): core.$ZodType {
  // The union of all kinds of schemas, distinguished by the name of their kind.
  const {
    _zod: { def },
  } = schema as core.$ZodTypes
  if (def.type === 'array') return new core.$ZodArray({ ...def, element: compiledSchema(def.element) })
  if (def.type === 'nullable') return new core.$ZodNullable({ ...def, innerType: compiledSchema(def.innerType) })
  if (def.type !== 'object') return schema
  const shape = Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, compiledSchema(part)]))
  return new core.$ZodObjectJIT({ ...def, shape })
}
