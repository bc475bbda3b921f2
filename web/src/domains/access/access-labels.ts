import { useLingui } from '@lingui/react/macro'
import type { AccessEvent, Person } from 'contract/access/access.ts'
import { customRole, type RoleName, roles } from 'contract/roles.ts'
import { CircleCheck, CirclePause, Clock, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useLanguage } from '../../lib/language.ts'
import type { BadgeTone } from '../../ui/data/Badge.tsx'

export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`

export function usePersonStates(): Record<Person['state'], { name: string; tone: BadgeTone; icon: LucideIcon }> {
  const { t } = useLingui()
  return {
    active: { name: t`Actif`, tone: 'success', icon: CircleCheck },
    suspended: { name: t({ context: 'person', message: 'Suspendu' }), tone: 'warning', icon: CirclePause },
    invited: { name: t`Invitation envoyée`, tone: 'info', icon: Clock },
    invitation_over: { name: t`Invitation expirée`, tone: 'neutral', icon: TriangleAlert },
  }
}

export function useRoleName() {
  const lang = useLanguage()
  return (role: RoleName | null) => (role ? roles[role] : customRole)[lang]
}

/** A role with the additional administration right: a checker who also administers. */
export function useRoleLine() {
  const { t } = useLingui()
  const roleName = useRoleName()
  return ({ role, is_administrator }: Pick<Person, 'role' | 'is_administrator'>) => {
    const name = roleName(role)
    const isAlsoAdministrator = is_administrator && role !== 'holder' && role !== 'administrator'
    return isAlsoAdministrator ? t`${name} et administrateur` : name
  }
}

export function useEventLabels() {
  const { t } = useLingui()
  const roleName = useRoleName()
  return ({ action, before, after }: AccessEvent): string => {
    const from = before ? roleName(before.role) : null
    const to = after && (after.rights.length > 0 || after.capabilities.length > 0) ? roleName(after.role) : null
    const labels: Record<AccessEvent['action'], string> = {
      'access.invite': to ? t`Invitation : ${to}` : t`Invitation`,
      'access.resend': t`Invitation renvoyée`,
      'access.join': t`Invitation acceptée`,
      'access.change':
        to === null
          ? t`Accès retiré`
          : from && from !== to
            ? t`Droits modifiés : ${from} → ${to}`
            : t`Droits modifiés : ${to}`,
      'access.suspend': t`Accès suspendu`,
      'access.reinstate': t`Accès rétabli`,
      'access.remove': t`Accès retiré`,
      'access.ask': to ? t`Demande de droits : ${to}` : t`Demande de droits`,
      'access.refuse': t`Demande refusée`,
      'access.withdraw': t`Demande annulée`,
      'access.stop': t`Demande arrêtée par la banque`,
    }
    return labels[action]
  }
}
