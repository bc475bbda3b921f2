// Remembers the last export options on this device, without private data.
import { type ExportColumn, exportColumns, type ExportFormat, exportFormats } from 'contract/accounts/operations.ts'
import { readStored, writeStored } from '../../lib/browser-storage.ts'

const KEY = 'connect.export'
export type ExportChoice = { format: ExportFormat; columns: readonly ExportColumn[] }

const usual: ExportChoice = {
  format: 'xlsx',
  columns: [
    'date',
    'status',
    'type',
    'name',
    'memo',
    'label',
    'reference',
    'categories',
    'amount',
    'currency',
    'value_date',
  ],
}

/** Reads the remembered options; unreadable or unknown ones are replaced by the defaults. */
export function parseExportChoice(text: string | null): ExportChoice {
  try {
    const saved = (JSON.parse(text ?? 'null') ?? {}) as Partial<Record<keyof ExportChoice, unknown>>
    const list: readonly unknown[] = Array.isArray(saved.columns) ? saved.columns : []
    const columns = exportColumns.filter((column) => list.includes(column))
    return {
      format: exportFormats.find((format) => format === saved.format) ?? usual.format,
      columns: columns.length > 0 ? columns : usual.columns,
    }
  } catch {
    return usual
  }
}

export const readExportChoice = () => parseExportChoice(readStored('localStorage', KEY))

export const saveExportChoice = (choice: ExportChoice) => writeStored('localStorage', KEY, JSON.stringify(choice))
