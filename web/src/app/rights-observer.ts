import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import { useEffect } from 'react'
import { announce, warn } from '../lib/banners.ts'
import { renewSession } from '../lib/api/call.ts'
import { queryClient } from '../lib/api/query.ts'
import { session, whenRefreshed } from '../lib/session/session.ts'

/** The rights and capabilities on an account, as texts to compare. */
const allowed = (account: Account | null) =>
  account
    ? [
        `account ${account.uuid}`,
        ...(account.status_group === 'active' ? ['money'] : []),
        ...Object.entries(account.access).flatMap(([right, isAllowed]) => (isAllowed ? [right] : [])),
        ...account.capabilities,
      ]
    : []

/**
 * Applies changed rights to the open page: the menu is updated, a screen without right is replaced by the first allowed
 * one, and a banner explains it. Checked with each new token, after a refusal, and when the window gets the focus.
 */
export function useRightsWatch(): void {
  const { t } = useLingui()
  const router = useRouter()
  useEffect(
    () =>
      whenRefreshed((before, after) => {
        const allowedBefore = new Set(allowed(before))
        const allowedNow = new Set(allowed(after))
        const isReduced = [...allowedBefore].some((entry) => !allowedNow.has(entry))
        if (!isReduced && allowedBefore.size === allowedNow.size) return
        // The data of screens depends on rights as well.
        void queryClient.invalidateQueries()
        void router.invalidate()
        if (isReduced) warn(t`Vos droits ont changé : cette page montre ce qui vous est ouvert.`)
        else announce(t`De nouveaux droits vous ont été ouverts.`)
      }),
    [router, t],
  )
  useEffect(() => {
    const renew = () => {
      // Focusing the window is not activity: the call sends the idle time.
      if (document.visibilityState === 'visible' && session().status === 'in') void renewSession().catch(() => null)
    }
    document.addEventListener('visibilitychange', renew)
    return () => document.removeEventListener('visibilitychange', renew)
  }, [])
}
