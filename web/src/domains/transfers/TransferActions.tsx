import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { getTransferProof, type Transfer, type TransferDetail } from 'contract/transfers/transfers.ts'
import { Ellipsis, FileCheck, Pause, Pencil, PenLine, Play, Repeat, SkipForward, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon, type IconShape } from '../../ui/Icon.tsx'
import { Menu, menuItemClass } from '../../ui/overlays/Menu.tsx'
import { RejectModal } from './RejectModal.tsx'
import { useAcceptTransfer, useCancelTransfer, useChangeTransfer } from './transfer-queries.ts'
import styles from './TransferActions.module.css'

type Act = {
  label: string
  icon: IconShape
  isPrimary?: boolean
  isDanger?: boolean
  isBusy?: boolean
  /** It needs no connection: it only opens a form. */
  isOffline?: boolean
  run: () => void
}

/** The actions that the server allows on an order, in one line: a secondary one, the primary one, and the others in a menu. */
export function TransferActions({ transfer, onSettled }: { transfer: TransferDetail; onSettled: () => void }) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const [isRejecting, setRejecting] = useState(false)
  const [accept, cancel, change] = [useAcceptTransfer(), useCancelTransfer(), useChangeTransfer()]
  const may = (action: Transfer['actions'][number]) => transfer.actions.includes(action)
  const params = { id: transfer.id }
  const outcome = { onError: reportError, onSuccess: onSettled }
  const announcing = (sentence: string) => ({ params, done: () => announce(sentence) })
  const nextDate = transfer.next_dates[0]?.nominal
  const { isFetching, fetchFile } = useFetching()
  const mayRepeat = mayMoveMoney(useAccount(), 'transfer.create')
  const sum = moneyText(transfer.amount, transfer.currency)
  const offered: (Act | false)[] = [
    may('accept') && {
      label: t`Signer ${sum}`,
      icon: PenLine,
      isPrimary: true,
      isBusy: accept.isPending,
      run: () =>
        accept.mutate(
          {
            params,
            body: { version: transfer.version },
            done: ({ approvals_missing }) =>
              announce(
                approvals_missing > 0
                  ? t`Votre signature a bien été prise en compte.`
                  : t`Le virement a bien été validé.`,
              ),
          },
          outcome,
        ),
    },
    may('resume') && {
      label: t`Reprendre`,
      icon: Play,
      isPrimary: true,
      isBusy: change.isPending,
      run: () =>
        change.mutate({ ...announcing(t`Le virement permanent a été réactivé.`), body: { enabled: true } }, outcome),
    },
    transfer.execution_status === 'executed' && {
      label: t`Preuve de virement`,
      icon: FileCheck,
      isPrimary: true,
      isBusy: isFetching,
      run: () =>
        void fetchFile(() =>
          callFile(getTransferProof, { params }).then((file) => viewFile(file, t`Preuve de virement`)),
        ),
    },
    may('reject') && { label: t`Refuser`, icon: X, isDanger: true, run: () => setRejecting(true) },
    may('edit') && {
      label: t`Modifier`,
      icon: Pencil,
      isOffline: true,
      run: () => void navigate({ ...paths.newTransfer(), search: { edit: transfer.id } }),
    },
    may('pause') && {
      label: t`Mettre en pause`,
      icon: Pause,
      isBusy: change.isPending,
      run: () =>
        change.mutate({ ...announcing(t`Le virement permanent est en pause.`), body: { enabled: false } }, outcome),
    },
    mayRepeat && {
      label: t`Refaire`,
      icon: Repeat,
      isOffline: true,
      run: () => void navigate({ ...paths.newTransfer(), search: { from: transfer.id } }),
    },
    may('skip') &&
      nextDate !== undefined && {
        label: t`Sauter la prochaine`,
        icon: SkipForward,
        run: () =>
          change.mutate({ ...announcing(t`La prochaine échéance est sautée.`), body: { skip: nextDate } }, outcome),
      },
    may('cancel') && {
      label: t`Annuler le virement`,
      icon: Trash2,
      isDanger: true,
      isBusy: cancel.isPending,
      run: () => cancel.mutate(announcing(t`Le virement a bien été annulé.`), outcome),
    },
  ]
  const acts = offered.filter((act) => act !== false)
  const primary = acts.find(({ isPrimary }) => isPrimary)
  const others = acts.filter((act) => act !== primary)
  const visible = others.slice(0, primary ? 1 : 2)
  const inMenu = others.slice(visible.length)
  if (acts.length === 0) return null
  const isOff = ({ isOffline = false }: Act) => !isOnline && !isOffline
  return (
    <div className={styles.actions}>
      {visible.map((act) => (
        <Button
          key={act.label}
          icon={act.icon}
          {...(act.isDanger && { variant: 'danger-quiet' as const })}
          disabled={isOff(act)}
          isBusy={act.isBusy ?? false}
          onClick={act.run}
        >
          {act.label}
        </Button>
      ))}
      {primary && (
        <Button
          variant="primary"
          icon={primary.icon}
          disabled={isOff(primary)}
          isBusy={primary.isBusy ?? false}
          onClick={primary.run}
        >
          {primary.label}
        </Button>
      )}
      {inMenu.length > 0 && (
        <Menu
          label={t`Autres actions`}
          align="end"
          isAbove
          trigger={(trigger) => (
            <button {...trigger} type="button" className={styles.more} aria-label={t`Autres actions`}>
              <Icon shape={Ellipsis} />
            </button>
          )}
        >
          {(close) =>
            inMenu.map((act) => (
              <button
                key={act.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={menuItemClass(act.isDanger)}
                disabled={isOff(act)}
                onClick={() => {
                  close()
                  act.run()
                }}
              >
                <Icon shape={act.icon} size="sm" />
                {act.label}
              </button>
            ))
          }
        </Menu>
      )}
      {isRejecting && (
        <RejectModal
          transfer={transfer}
          onClose={() => setRejecting(false)}
          onDone={() => {
            setRejecting(false)
            onSettled()
          }}
        />
      )}
    </div>
  )
}
