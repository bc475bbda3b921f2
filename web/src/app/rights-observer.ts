import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import { useEffect } from 'react'
import { announce, warn } from '../lib/banners.ts'
import { renewSession } from '../lib/api/call.ts'
import { queryClient } from '../lib/api/query.ts'
import { session, whenRefreshed } from '../lib/session/session.ts'

/** The rights and capabilities on an account, as one key. */
const allowed = (account: Account | null) =>
  account
    ? [
        `account ${account.uuid}`,
        ...(account.status_group === 'active' ? ['money'] : []),
        ...Object.entries(account.access).flatMap(([right, has]) => (has ? [right] : [])),
        ...account.capabilities,
      ]
    : []

/**
 * Applies changed rights to the open page: the menu follows, and a screen without right is left
 * to the first one that is, and a banner says so. Looked at with each new token, after a refusal, and when the window comes back.
 */
export function useRightsWatch(): void {
  const { t } = useLingui()
  const router = useRouter()
  useEffect(
    () =>
      whenRefreshed((before, after) => {
        const had = new Set(allowed(before))
        const has = new Set(allowed(after))
        const isLess = [...had].some((one) => !has.has(one))
        if (!isLess && had.size === has.size) return
        // What the screens show depends on rights as well.
        void queryClient.invalidateQueries()
        void router.invalidate()
        if (isLess) warn(t`Vos droits ont changé : cette page montre ce qui vous est ouvert.`)
        else announce(t`De nouveaux droits vous ont été ouverts.`)
      }),
    [router, t],
  )
  useEffect(() => {
    const look = () => {
      // A glance at the window is no sign of life: the call says how long there was none.
      if (document.visibilityState === 'visible' && session().status === 'in') void renewSession().catch(() => null)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}
