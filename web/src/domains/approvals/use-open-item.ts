import { useNavigate } from '@tanstack/react-router'
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { useOpenAccount } from '../../lib/session/use-open-account.ts'
import { paths } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'

/** Opens an item in the screens of its account: the account of the item is selected. */
export function useOpenItem(): (item: Pick<ItemToSign, 'id' | 'kind' | 'account'>) => Promise<void> {
  const navigate = useNavigate()
  const openAccount = useOpenAccount()
  const own = useAccount()
  return async ({ id, kind, account }) => {
    if (kind === 'batch') return navigate({ ...paths.batch(id), search: { account: account.uuid } })
    if (account.uuid !== own.uuid && !(await openAccount({ id: account.uuid, number: account.number }))) return
    if (kind === 'transfer') return navigate(paths.transfer(id))
    if (kind === 'beneficiary' || kind === 'beneficiary_account') return navigate(paths.beneficiary(id))
    if (kind === 'mandate') return navigate({ ...paths.debits(), search: { tab: 'mandates' as const, id } })
    if (kind === 'return')
      return navigate({ ...paths.paymentRequests(), search: { view: 'returns' as const, request: id } })
    if (kind === 'chequebook') return navigate({ ...paths.chequebooks(), search: { chequebook: id } })
    return navigate({
      ...paths.cards(),
      search: kind === 'topup' ? { view: 'history' as const, topup: id } : { view: 'recurring' as const },
    })
  }
}
