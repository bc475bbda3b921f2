import type { SessionUser } from '../../lib/session/session.ts'

/** The props of each dialog behind the overview: the way back, and the callback after a change. */
export type DetailProps = { user: SessionUser; onBack: () => void; onDone: () => void }
