import type { SessionUser } from '../../lib/session/session.ts'

/** What each dialog behind the overview gets: the way back to it, and the way out once something has changed. */
export type DetailProps = { user: SessionUser; onBack: () => void; onDone: () => void }
