import { groupByFour } from 'contract/values/iban.ts'
import type { BankIdentity } from '../../db/bank-identity.ts'
import type { Mail } from '../../db/mails.ts'
import { sayMoney } from '../../outside/say.ts'
import { letter, type Reader } from '../../db/letters.ts'
import { reaction } from '../session/session-mails.ts'
import type { LockedTransfer } from './transfer-state-store.ts'

type Stopped = {
  beneficiary_name: string
  why: 'payee_changed' | 'payee_removed'
  orders: readonly Pick<LockedTransfer, 'amount' | 'currency' | 'label' | 'reference' | 'beneficiary_iban'>[]
}

/** Tells who gave orders that they stopped, and why. */
export function stoppedMail(to: Reader, bank: BankIdentity, { beneficiary_name, why, orders }: Stopped): Mail {
  const { lang, first_name } = to
  const lines = orders.map(
    ({ amount, currency, label, reference, beneficiary_iban }) =>
      `${reference} · ${sayMoney(amount, currency, lang)} · ${label}\n${groupByFour(beneficiary_iban)}`,
  )
  if (lang === 'fr')
    return letter(to, bank, {
      title: 'Des virements ont été arrêtés',
      paragraphs: [
        `Bonjour ${first_name},`,
        why === 'payee_changed'
          ? `Le compte du bénéficiaire ${beneficiary_name} a changé. Les virements qui restaient à exécuter vers l’ancien compte sont arrêtés :`
          : `Le bénéficiaire ${beneficiary_name} a été supprimé. Les virements qui lui restaient à verser sont arrêtés :`,
        ...lines,
        'Rien n’a été débité pour ces virements. Saisissez-les à nouveau s’ils sont encore dus.',
        reaction.fr(bank),
      ],
    })
  return letter(to, bank, {
    title: 'Transfers were stopped',
    paragraphs: [
      `Hello ${first_name},`,
      why === 'payee_changed'
        ? `The account of the beneficiary ${beneficiary_name} has changed. The transfers that were still to run to the former account are stopped:`
        : `The beneficiary ${beneficiary_name} was deleted. The transfers that were still to run are stopped:`,
      ...lines,
      'Nothing was debited for these transfers. Enter them again if they are still due.',
      reaction.en(bank),
    ],
  })
}
