import { usePendingConfirmation } from '../../lib/api/confirmation.ts'
import { lazyPart } from '../lazy-part.tsx'
import { loadConfirmation } from './load-confirmation.ts'

const ConfirmationModal = lazyPart(loadConfirmation)

/** Displays the re-authentication dialog of sensitive calls. */
export function ConfirmationHost() {
  const pending = usePendingConfirmation()
  return pending && <ConfirmationModal key={pending.id} pending={pending} />
}
