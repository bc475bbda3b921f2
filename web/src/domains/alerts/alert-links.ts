import type { AlertSubject } from 'contract/access/alerts.ts'
import { paths } from '../../lib/paths.ts'

/** The link to the object of an alert. Alerts about the user open the personal information, which has no address. */
export function alertLink(about: Exclude<AlertSubject, 'profile'>, id: string) {
  switch (about) {
    case 'operation':
      return { to: '/operations', search: { operation: id } } as const
    case 'statement':
      return paths.statements()
    case 'message':
      return paths.message(id)
    case 'transfer':
      return paths.transfer(id)
    case 'batch':
      return paths.batch(id)
    case 'topup':
      return { ...paths.cards(), search: { view: 'history', topup: id } } as const
    case 'recurring_topup':
      return { ...paths.cards(), search: { view: 'recurring' } } as const
    case 'chequebook':
      return { ...paths.chequebooks(), search: { chequebook: id } } as const
    case 'beneficiary':
      return paths.beneficiary(id)
    case 'debit':
      return { ...paths.debits(), search: { id } } as const
    case 'mandate':
      return { ...paths.debits(), search: { tab: 'mandates', id } } as const
    case 'deposit':
      return paths.deposit(id)
    case 'credit':
      return paths.credit(id)
    case 'alias':
      return paths.receive()
    case 'payment_request':
      return { ...paths.paymentRequests(), search: { request: id } } as const
    case 'return_request':
      return { ...paths.paymentRequests(), search: { view: 'returns', request: id } } as const
    case 'person':
      return paths.accessPerson(id)
    case 'rules':
      return { ...paths.access(), search: { view: 'rules' } } as const
  }
}
