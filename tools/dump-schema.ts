import { writeFileSync } from 'node:fs'
import { schemaFile, schemaOfMigrations } from './lib/schema.ts'

writeFileSync(schemaFile, await schemaOfMigrations())
console.log(`Written: ${schemaFile}`)
