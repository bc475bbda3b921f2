import type { Account } from 'contract/accounts/accounts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { closeKeyboardHelp, useOpened, useShortcuts } from './keyboard.ts'

const CommandPalette = lazyPart(async () => (await import('./CommandPalette.tsx')).CommandPalette)
const ShortcutsModal = lazyPart(async () => (await import('./ShortcutsModal.tsx')).ShortcutsModal)

type Props = { account: Account; onAccount: (account: Account) => void }

/** Opens the command palette and the list of shortcuts. */
export function KeyboardHost({ account, onAccount }: Props) {
  useShortcuts()
  const opened = useOpened()
  if (opened === 'palette')
    return <CommandPalette account={account} onAccount={onAccount} onClose={closeKeyboardHelp} />
  return opened === 'shortcuts' && <ShortcutsModal onClose={closeKeyboardHelp} />
}
