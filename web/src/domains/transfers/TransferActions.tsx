import { Trans, useLingui } from '@lingui/react/macro'
import { getTransferProof, type Transfer, type TransferDetail } from 'contract/transfers/transfers.ts'
import { Check, Download, Pause, Pencil, Play, Repeat, SkipForward, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { reportError } from '../../lib/report-error.ts'
import { announce } from '../../lib/banners.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { RejectModal } from './RejectModal.tsx'
import { useAcceptTransfer, useCancelTransfer, useChangeTransfer } from './transfer-queries.ts'
import styles from './TransferActions.module.css'

/** The actions that the server allows on an order; those that move money require re-authentication. */
export function TransferActions({ transfer, onSettled }: { transfer: TransferDetail; onSettled: () => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const [isRejecting, setRejecting] = useState(false)
  const [accept, cancel, change] = [useAcceptTransfer(), useCancelTransfer(), useChangeTransfer()]
  const isBusy = accept.isPending || cancel.isPending || change.isPending
  const may = (action: Transfer['actions'][number]) => transfer.actions.includes(action)
  const params = { id: transfer.id }
  const done = (sentence: string) => ({
    onError: reportError,
    onSuccess: () => {
      announce(sentence)
      onSettled()
    },
  })
  const nextDate = transfer.next_dates[0]?.nominal
  const { isFetching, fetchFile } = useFetching()
  const fetchProof = () => void fetchFile(() => callFile(getTransferProof, { params }).then(viewFile))
  const mayRepeat = mayMoveMoney(useAccount(), 'transfer.create')
  if (transfer.actions.length === 0 && !mayRepeat && transfer.execution_status !== 'executed') return null
  return (
    <div className={styles.actions}>
      {may('reject') && (
        <Button variant="danger-quiet" icon={X} disabled={isBusy || !isOnline} onClick={() => setRejecting(true)}>
          <Trans>Refuser</Trans>
        </Button>
      )}
      {may('accept') && (
        <Button
          variant="primary"
          icon={Check}
          disabled={!isOnline}
          isBusy={accept.isPending}
          onClick={() =>
            accept.mutate({ params, body: { version: transfer.version } }, done(t`Le virement a bien été validé.`))
          }
        >
          <Trans>Valider</Trans>
        </Button>
      )}
      {may('edit') && (
        <LinkButton {...paths.newTransfer()} search={{ edit: transfer.id }} icon={Pencil}>
          <Trans>Modifier</Trans>
        </LinkButton>
      )}
      {may('pause') && (
        <Button
          icon={Pause}
          disabled={!isOnline}
          isBusy={change.isPending}
          onClick={() =>
            change.mutate({ params, body: { enabled: false } }, done(t`Le virement permanent a été suspendu.`))
          }
        >
          <Trans>Suspendre</Trans>
        </Button>
      )}
      {may('resume') && (
        <Button
          variant="primary"
          icon={Play}
          disabled={!isOnline}
          isBusy={change.isPending}
          onClick={() =>
            change.mutate({ params, body: { enabled: true } }, done(t`Le virement permanent a été réactivé.`))
          }
        >
          <Trans>Reprendre</Trans>
        </Button>
      )}
      {may('skip') && nextDate && (
        <Button
          icon={SkipForward}
          disabled={isBusy || !isOnline}
          onClick={() =>
            change.mutate({ params, body: { skip: nextDate } }, done(t`La prochaine échéance est sautée.`))
          }
        >
          <Trans>Sauter la prochaine</Trans>
        </Button>
      )}
      {may('cancel') && (
        <Button
          variant="danger-quiet"
          icon={Trash2}
          disabled={!isOnline}
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate({ params }, done(t`Le virement a bien été annulé.`))}
        >
          <Trans>Annuler le virement</Trans>
        </Button>
      )}
      {transfer.execution_status === 'executed' && (
        <Button icon={Download} isBusy={isFetching} onClick={fetchProof}>
          <Trans>Preuve de virement</Trans>
        </Button>
      )}
      {mayRepeat && (
        <LinkButton {...paths.newTransfer()} search={{ from: transfer.id }} icon={Repeat}>
          <Trans>Refaire ce virement</Trans>
        </LinkButton>
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
