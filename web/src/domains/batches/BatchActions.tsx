import { Trans, useLingui } from '@lingui/react/macro'
import {
  type BatchDetail,
  type BatchSlipFormat,
  downloadBatchLines,
  downloadBatchReport,
  downloadBatchSlip,
} from 'contract/transfers/batches.ts'
import { Check, Download, X } from 'lucide-react'
import { callFile } from '../../lib/api/call.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { announce } from '../../lib/banners.ts'
import { reportError } from '../../lib/report-error.ts'
import { Button } from '../../ui/Button.tsx'
import { useAcceptBatch, useCancelBatch } from '../transfer-imports/multiple-queries.ts'

type Props = {
  batch: BatchDetail
  /** The account of the batch, which may differ from the selected one. */
  account: string
  /** The bar of the examination has the decisions. */
  isExamined: boolean
  onRefuse: () => void
}

/** The actions on a batch: its files, signing, refusing or cancelling. */
export function BatchActions({ batch, account, isExamined, onRefuse }: Props) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const accept = useAcceptBatch(account)
  const cancel = useCancelBatch(account)
  const { id, version, counts, actions } = batch
  const params = { id }
  const sign = () =>
    accept.mutate(
      {
        params,
        body: { version },
        done: ({ state }) =>
          announce(
            state === 'validated' ? t`Le lot a bien été signé.` : t`Votre signature a bien été prise en compte.`,
          ),
      },
      { onError: reportError },
    )
  const takeBack = () =>
    cancel.mutate({ params, done: () => announce(t`Les virements ont bien été annulés.`) }, { onError: reportError })
  const report = () => void callFile(downloadBatchReport, { params }, { account }).then(saveFile).catch(reportError)
  const file = () => void callFile(downloadBatchLines, { params }, { account }).then(saveFile).catch(reportError)
  const slip = (format: BatchSlipFormat) =>
    void callFile(downloadBatchSlip, { params, query: { format } }, { account }).then(saveFile).catch(reportError)
  const hasSlip = batch.state === 'validated' && counts.executed + counts.failed > 0 && !batch.are_lines_hidden
  return (
    <>
      {hasSlip && (
        <>
          <Button icon={Download} onClick={() => slip('pdf')}>
            <Trans>Bordereau PDF</Trans>
          </Button>
          <Button icon={Download} onClick={() => slip('csv')}>
            <Trans>Bordereau CSV</Trans>
          </Button>
        </>
      )}
      {!hasSlip && !batch.are_lines_hidden && (
        <Button icon={Download} onClick={file}>
          <Trans>Exporter les lignes</Trans>
        </Button>
      )}
      {batch.message_id !== null && !batch.are_lines_hidden && (
        <Button icon={Download} onClick={report}>
          <Trans>Réponse pain.002</Trans>
        </Button>
      )}
      {actions.includes('cancel') && (
        <Button variant="danger-quiet" icon={X} disabled={!isOnline} isBusy={cancel.isPending} onClick={takeBack}>
          <Trans>Annuler les virements</Trans>
        </Button>
      )}
      {actions.includes('reject') && !isExamined && (
        <Button variant="danger-quiet" icon={X} disabled={!isOnline} onClick={onRefuse}>
          <Trans>Tout refuser</Trans>
        </Button>
      )}
      {actions.includes('accept') && !isExamined && (
        <Button variant="primary" icon={Check} disabled={!isOnline} isBusy={accept.isPending} onClick={sign}>
          <Trans>Signer le lot</Trans>
        </Button>
      )}
    </>
  )
}
