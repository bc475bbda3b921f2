// Opens the object of an alert, on the account it belongs to.
import { redirect } from '@tanstack/react-router'
import { listAlerts, readAlert } from 'contract/access/alerts.ts'
import { alertLink } from '../../domains/alerts/alert-links.ts'
import { call } from '../../lib/api/call.ts'
import { findAccount, openAccount } from '../../lib/session/open-account.ts'
import { paths } from '../../lib/paths.ts'
import { session } from '../../lib/session/session.ts'
import { openHeaderDialog } from '../header/header-dialogs.ts'

/**
 * Returns the address to open. An alert that is not among the latest ones, or not visible to the user, opens the list. `signal`: another
 * page was opened meanwhile, whose account stays selected.
 */
export async function openAlert(id: string, signal: AbortSignal): Promise<ReturnType<typeof redirect>> {
  const { answer } = await call(listAlerts, { query: {} })
  const alert = answer.find((one) => one.id === id)
  if (alert && !alert.is_read) void call(readAlert, { params: { id }, body: { read: true } }).catch(() => null)
  if (!alert || alert.about === 'profile') {
    openHeaderDialog(alert ? 'profile' : 'alerts')
    return redirect(paths.home())
  }
  const { account } = alert
  if (account && account.uuid !== session().account?.uuid) {
    const found = await findAccount({ id: account.uuid, number: account.number })
    if (!found) {
      openHeaderDialog('alerts')
      return redirect(paths.home())
    }
    if (!signal.aborted) openAccount(found)
  }
  return redirect(alertLink(alert.about, alert.subject_id))
}
