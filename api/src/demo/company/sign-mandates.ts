// Registers the mandates of the company, and changes them until there is one in each state.
import { changeMandate, type Mandate, registerMandate } from 'contract/products/debits.ts'
import { addDays, addMonths } from 'contract/values/calendar.ts'
import { ibanCheckDigits } from 'contract/values/iban.ts'
import { type CompanySessions, formOf } from './company-sessions.ts'

/** After which a mandate expires (domain.md 3). */
const MONTHS_WITHOUT_USE = 36

/** Mandates between companies are registered by one person and confirmed by the other. */
function mandates({ accountant, director }: CompanySessions) {
  const register = async (creditor_name: string, national: string, signed_on: string) => {
    const body = {
      creditor_name,
      creditor_id: `SN${ibanCheckDigits('SN', national)}ZZZ${national}`,
      umr: `RUM-${national}-GANDIOL`,
      recurrence: 'recurrent',
      signed_on,
      max_amount: 2_500_000,
    } as const
    return accountant.call(registerMandate, {
      body,
      form: await formOf(body, { copy: [`Mandat ${creditor_name}`] }),
    })
  }
  const change = ({ id, version }: Pick<Mandate, 'id' | 'version'>, status: 'active' | 'suspended' | 'revoked') =>
    director.call(changeMandate, { params: { id }, body: { version, status } })
  return { register, change }
}

/** Active, suspended, revoked, and one that waits for its confirmation. */
export async function signMandates(sessions: CompanySessions, today: string): Promise<void> {
  const { register, change } = mandates(sessions)
  const signed_on = addDays(today, -20)
  await change(await register('Transit du Fleuve SARL', '012755', signed_on), 'active')
  await change(await change(await register('Assurances du Baobab SA', '008341', signed_on), 'active'), 'suspended')
  await change(await change(await register('Sacherie du Cap-Vert', '006620', signed_on), 'active'), 'revoked')
  await register('Froid Industriel Hann', '010077', signed_on)
}

/** A mandate that is still active on a day, and has expired some weeks later: it was never used. */
export async function signOldMandate(sessions: CompanySessions, day: string): Promise<void> {
  const { register, change } = mandates(sessions)
  const signed_on = addDays(addMonths(day, -MONTHS_WITHOUT_USE), 20)
  await change(await register('Pesage et Métrologie Mbao', '003158', signed_on), 'active')
}
