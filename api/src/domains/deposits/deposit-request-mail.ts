// The e-mail with the bank's answer to a request about a deposit.
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { formatDay, formatMoney, formatPercent } from '../../formats/text.ts'
import type { StoredDeposit } from './deposit-store.ts'

type Context = {
  kind: 'renew' | 'break'
  deposit: Pick<StoredDeposit, 'number' | 'principal' | 'currency' | 'term' | 'maturity_date'>
  refusal: string | null
  renewal: { rate: number; adds_interest: boolean } | null
  /** The repayment of a break. */
  returned: number | null
  /** Then the repayment waits at the bank. */
  is_account_closed: boolean
}

function inFrench({ kind, deposit, refusal, renewal, returned, is_account_closed }: Context) {
  const { number, principal, currency, term, maturity_date } = deposit
  const subject = `votre dépôt à terme ${number} de ${formatMoney(principal, currency, 'fr')}`
  if (refusal !== null)
    return {
      title: kind === 'renew' ? 'Votre demande de reconduction est refusée' : 'Votre demande de rupture est refusée',
      labels: [
        `La banque a examiné votre demande sur ${subject}. Elle ne peut pas y répondre favorablement : ${refusal}`,
      ],
    }
  if (renewal)
    return {
      title: 'Votre placement sera reconduit',
      labels: [
        `La banque accepte de reconduire ${subject}. Le ${formatDay(maturity_date, 'fr')}, il repartira pour ${term} mois au taux de ${formatPercent(renewal.rate, 'fr')}.`,
        renewal.adds_interest
          ? 'Le dernier versement d’intérêts, après retenue, s’ajoutera au capital.'
          : 'Le dernier versement d’intérêts sera crédité sur le compte.',
      ],
    }
  const money = `${formatMoney(returned ?? 0, currency, 'fr')}, intérêts au taux réduit compris`
  return {
    title: 'Votre placement est rompu',
    labels: [
      is_account_closed
        ? `La banque a accepté de rompre ${subject}. Le compte est clos : votre agence tient à votre disposition ${money}.`
        : `La banque a accepté de rompre ${subject}. Le compte est crédité de ${money}.`,
    ],
  }
}

function inEnglish({ kind, deposit, refusal, renewal, returned, is_account_closed }: Context) {
  const { number, principal, currency, term, maturity_date } = deposit
  const subject = `your term deposit ${number} of ${formatMoney(principal, currency, 'en')}`
  if (refusal !== null)
    return {
      title: kind === 'renew' ? 'Your request for renewal is refused' : 'Your request to break a deposit is refused',
      labels: [`The bank has looked into your request about ${subject}. It cannot agree to it: ${refusal}`],
    }
  if (renewal)
    return {
      title: 'Your deposit will be renewed',
      labels: [
        `The bank agrees to renew ${subject}. On ${formatDay(maturity_date, 'en')} it goes on for ${term} ${term === 1 ? 'month' : 'months'} at ${formatPercent(renewal.rate, 'en')}.`,
        renewal.adds_interest
          ? 'The last payment of interest, after tax, is added to the capital.'
          : 'The last payment of interest is credited to the account.',
      ],
    }
  const money = `${formatMoney(returned ?? 0, currency, 'en')}, interest at the reduced rate included`
  return {
    title: 'Your deposit is broken',
    labels: [
      is_account_closed
        ? `The bank has agreed to break ${subject}. The account is closed: your branch holds for you ${money}.`
        : `The bank has agreed to break ${subject}. The account is credited with ${money}.`,
    ],
  }
}

/** Sent to every user who may see the deposits of the account. */
export function depositRequestMail(to: Reader, bank: BankIdentity, facts: Context, url: string): Mail {
  const { title, labels } = to.lang === 'fr' ? inFrench(facts) : inEnglish(facts)
  const [greeting, label] =
    to.lang === 'fr'
      ? [`Bonjour ${to.first_name},`, 'Voir le placement']
      : [`Hello ${to.first_name},`, 'See the deposit']
  return mailBody(to, bank, { title, paragraphs: [greeting, ...labels], link: { label, url } })
}
