import type { Account } from 'contract/accounts/accounts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { catalogues } from '../catalogues.ts'
import { closeKeyboardHelp, useOpened, useShortcuts } from './keyboard.ts'

const SearchDialog = lazyPart(
  async () => (await import('../search/SearchDialog.tsx')).SearchDialog,
  catalogues.frameDialogs,
)
const ShortcutsModal = lazyPart(
  async () => (await import('./ShortcutsModal.tsx')).ShortcutsModal,
  catalogues.frameDialogs,
)

type Props = { account: Account; onAccount: (account: Account) => void }

/** Opens the search and the list of shortcuts. */
export function KeyboardHost({ account, onAccount }: Props) {
  useShortcuts()
  const opened = useOpened()
  if (opened === 'search') return <SearchDialog account={account} onAccount={onAccount} onClose={closeKeyboardHelp} />
  return opened === 'shortcuts' && <ShortcutsModal account={account} onClose={closeKeyboardHelp} />
}
