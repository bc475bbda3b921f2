import { useLingui } from '@lingui/react/macro'
import type { AuditEntry } from 'contract/access/audit.ts'

export function useAuthor() {
  const { t } = useLingui()
  return ({ by }: AuditEntry) => by ?? t`La banque`
}

/** The browser and the system by their names. */
export function useDeviceName() {
  const { t } = useLingui()
  return ({ device }: AuditEntry) => {
    if (!device) return ''
    const { browser, system } = device
    if (browser && system) return t`${browser} sur ${system}`
    return browser ?? system ?? t`Programme`
  }
}
