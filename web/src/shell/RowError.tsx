import { NotConfirmed } from '../lib/api/call-error.ts'
import { errorLabels } from '../lib/report-error.ts'

/** Why the action of one row was not done. A closed confirmation is no error. */
export function RowError({ error }: { error: Error | null }) {
  return (
    error !== null &&
    !(error instanceof NotConfirmed) && (
      <span className="small" role="alert">
        {errorLabels(error)}
      </span>
    )
  )
}
