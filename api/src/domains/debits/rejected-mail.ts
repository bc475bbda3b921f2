// The e-mail about a direct debit that was not paid.
import type { Debit } from 'contract/products/debits.ts'
import type { Language } from 'contract/language.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { formatDay, formatMoney } from '../../formats/text.ts'
import type { Reason } from './debit-rules.ts'

const reasonTexts: Record<Reason, Record<Language, string>> = {
  AC04: { fr: 'le compte est clos', en: 'the account is closed' },
  AC06: { fr: 'le compte est bloqué', en: 'the account is blocked' },
  AG01: { fr: 'ce compte n’accepte pas ce prélèvement', en: 'this account does not accept this debit' },
  AM02: { fr: 'son montant dépasse le plafond du mandat', en: 'its amount is above the ceiling of the mandate' },
  AM04: { fr: 'la provision du compte ne suffisait pas', en: 'the account did not hold enough' },
  MD01: { fr: 'aucun mandat actif ne l’autorise', en: 'no active mandate authorises it' },
  MD06: { fr: 'son remboursement a été demandé', en: 'its refund was asked for' },
  MD07: { fr: 'le titulaire est décédé', en: 'the holder is deceased' },
  MS02: { fr: 'le mandat est suspendu', en: 'the mandate is suspended' },
  SL01: { fr: 'le créancier est bloqué', en: 'the creditor is blocked' },
}

type Context = Pick<Debit, 'creditor_name' | 'amount' | 'currency' | 'due_date'> & { reason: Reason }

/** Sent to every user who may see the debits of the account. */
export function rejectedMail(to: Reader, bank: BankIdentity, debit: Context, url: string): Mail {
  const [money, day] = [formatMoney(debit.amount, debit.currency, to.lang), formatDay(debit.due_date, to.lang)]
  const reason = reasonTexts[debit.reason][to.lang]
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Un prélèvement a été rejeté',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `Le prélèvement de ${money} présenté par ${debit.creditor_name} pour le ${day} a été rejeté : ${reason}.`,
          'Le créancier en est informé par sa banque. Rapprochez-vous de lui pour régler cette somme.',
        ],
        link: { label: 'Voir les prélèvements', url },
      })
    : mailBody(to, bank, {
        title: 'A direct debit was rejected',
        paragraphs: [
          `Hello ${to.first_name},`,
          `The debit of ${money} presented by ${debit.creditor_name} for ${day} was rejected: ${reason}.`,
          'The creditor is told by their bank. Please settle this amount with them.',
        ],
        link: { label: 'See the direct debits', url },
      })
}
