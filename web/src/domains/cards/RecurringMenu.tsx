import { useLingui } from '@lingui/react/macro'
import type { RecurringTopup } from 'contract/products/card-topups.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { announce } from '../../lib/banners.ts'
import { reportError } from '../../lib/report-error.ts'
import { menuItemClass } from '../../ui/overlays/Menu.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import { lastDigits } from './card-labels.tsx'
import { useAcceptRecurring, useChangeRecurring } from './card-queries.ts'

export type RecurringAct = 'edit' | 'remove' | 'reject'

/** The actions on a recurring top-up. */
export function RecurringMenu({
  recurring,
  mayAct,
  onOpen,
}: {
  recurring: RecurringTopup
  mayAct: boolean
  onOpen: (open: { act: RecurringAct; recurring: RecurringTopup }) => void
}) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const change = useChangeRecurring()
  const accept = useAcceptRecurring()
  const { id, version, enabled, status, actions } = recurring
  const last = lastDigits(recurring.card.number_masked)
  const acts: { id: string; name: string; isDanger?: boolean; run: () => void }[] = [
    ...(actions.includes('accept')
      ? [
          {
            id: 'accept',
            name: t`Valider`,
            run: () =>
              accept.mutate(
                {
                  params: { id },
                  body: { version },
                  done: ({ approvals_missing }) =>
                    announce(
                      approvals_missing > 0
                        ? t`Votre signature a bien été prise en compte.`
                        : t`La recharge récurrente a bien été validée.`,
                    ),
                },
                { onError: reportError },
              ),
          },
        ]
      : []),
    ...(actions.includes('reject')
      ? [{ id: 'reject', name: t`Refuser`, isDanger: true, run: () => onOpen({ act: 'reject', recurring }) }]
      : []),
    ...(mayAct && (status === 'active' || status === 'paused')
      ? [
          {
            id: 'enable',
            name: enabled ? t`Désactiver` : t`Activer`,
            run: () =>
              change.mutate(
                {
                  params: { id },
                  body: { enabled: !enabled },
                  done: () =>
                    announce(enabled ? t`La recharge récurrente est suspendue.` : t`La recharge récurrente a repris.`),
                },
                { onError: reportError },
              ),
          },
        ]
      : []),
    ...(mayAct
      ? [
          { id: 'edit', name: t`Modifier`, run: () => onOpen({ act: 'edit', recurring }) },
          { id: 'remove', name: t`Supprimer`, isDanger: true, run: () => onOpen({ act: 'remove', recurring }) },
        ]
      : []),
  ]
  if (acts.length === 0) return null
  const label = t`Actions pour la recharge de la carte ${last}`
  return (
    <RowMenu label={label} disabled={!isOnline || change.isPending || accept.isPending}>
      {(close) => (
        <>
          {acts.map((act) => (
            <button
              key={act.id}
              type="button"
              role="menuitem"
              className={menuItemClass(act.isDanger)}
              onClick={() => {
                close()
                act.run()
              }}
            >
              {act.name}
            </button>
          ))}
        </>
      )}
    </RowMenu>
  )
}
