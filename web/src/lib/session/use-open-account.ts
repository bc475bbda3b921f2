import { warn } from '../banners.ts'
import { translate } from '../language.ts'
import { useIsOpen } from '../use-is-open.ts'
import { findAccount, openAccount } from './open-account.ts'

const gone = { fr: 'Ce compte n’est plus accessible.', en: 'This account is no longer available.' }

/** Counts the presses: the last one selects the account. */
let presses = 0

/**
 * Selects an account by its number, and answers whether it did: not if the user has lost it, which a banner says, and not if the
 * screen was left or another account was pressed while it was looked up.
 */
export function useOpenAccount(): (account: { id: string; number: string }) => Promise<boolean> {
  const isOpen = useIsOpen()
  return async (account) => {
    const press = ++presses
    const found = await findAccount(account)
    if (!isOpen.current || press !== presses) return false
    if (found) openAccount(found)
    else warn(translate(gone))
    return found !== null
  }
}
