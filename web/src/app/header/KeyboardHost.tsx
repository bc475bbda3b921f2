import type { Account } from 'contract/accounts/accounts.ts'
import { openCatalogue } from '../../lib/language.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { catalogues } from '../catalogues.ts'
import { closeKeyboardHelp, useOpened, useShortcuts } from './keyboard.ts'

const SearchDialog = lazyPart(async () => {
  const [{ SearchDialog: part }] = await Promise.all([
    import('../search/SearchDialog.tsx'),
    openCatalogue(catalogues.search),
  ])
  return part
})
const ShortcutsModal = lazyPart(async () => {
  const [{ ShortcutsModal: part }] = await Promise.all([
    import('./ShortcutsModal.tsx'),
    openCatalogue(catalogues.search),
  ])
  return part
})

type Props = { account: Account; onAccount: (account: Account) => void }

/** Opens the search and the list of shortcuts. */
export function KeyboardHost({ account, onAccount }: Props) {
  useShortcuts()
  const opened = useOpened()
  if (opened === 'search') return <SearchDialog account={account} onAccount={onAccount} onClose={closeKeyboardHelp} />
  return opened === 'shortcuts' && <ShortcutsModal account={account} onClose={closeKeyboardHelp} />
}
