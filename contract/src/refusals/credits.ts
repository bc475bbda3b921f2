import type { RefusalEntry } from './refusal-entry.ts'
import { typesetSentences } from '../values/french-spacing.ts'

export const creditRefusals = typesetSentences({
  credit_closed: { status: 409, fr: 'Ce crédit est soldé.', en: 'This credit is closed.' },
  day_out_of_reach: {
    status: 422,
    field: 'day',
    fr: 'Choisissez une date entre aujourd’hui et {days} jours.',
    en: 'Choose a date between today and {days} days from now.',
  },
  above_usury_rate: {
    status: 422,
    fr: 'Le taux effectif global de ce crédit serait de {teg}, au-dessus du taux d’usure de {ceiling}.',
    en: 'The overall effective rate (TEG) of this credit would be {teg}, above the usury rate of {ceiling}.',
  },
} as const satisfies Record<string, RefusalEntry>)
