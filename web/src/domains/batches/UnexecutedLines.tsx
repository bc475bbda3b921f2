import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type BatchDetail, downloadBatchFailures } from 'contract/transfers/batches.ts'
import { Download, RotateCw } from 'lucide-react'
import { callFile } from '../../lib/api/call.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { announce } from '../../lib/banners.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useRetryBatch } from '../transfer-imports/multiple-queries.ts'

const route = getRouteApi('/signed-in/main/transfers/batches/$batchId')

/** The number of lines that failed or were refused, with the possible actions. */
export function UnexecutedLines({ batch, account }: { batch: BatchDetail; account: string }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const navigate = useNavigate()
  const search = route.useSearch()
  const { only, search: wanted, sort } = search
  const retry = useRetryBatch(account)
  const { id, counts, actions } = batch
  const params = { id }
  if (counts.failed + counts.refused === 0 || batch.state === 'cancelled') return null
  const sendAgain = () =>
    retry.mutate(
      { params, done: () => announce(t`Les virements ont bien été envoyés à nouveau.`) },
      {
        onSuccess: ({ answer }) => void navigate({ ...paths.batch(answer.id), search: { account } }),
        onError: reportError,
      },
    )
  const failures = () => void callFile(downloadBatchFailures, { params }, { account }).then(saveFile).catch(reportError)
  return (
    <InlineAlert
      tone="warning"
      title={[
        counts.failed > 0 &&
          t`${plural(counts.failed, { one: '# virement n’a pas été exécuté', other: '# virements n’ont pas été exécutés' })}`,
        counts.refused > 0 &&
          t`${plural(counts.refused, { one: '# ligne a été refusée', other: '# lignes ont été refusées' })}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {!batch.are_lines_hidden && (
        <>
          <Trans>Téléchargez ces lignes avec leur motif, corrigez le fichier et importez-le à nouveau.</Trans>{' '}
          {actions.includes('retry') && (
            <Button size="sm" icon={RotateCw} disabled={!isOnline} isBusy={retry.isPending} onClick={sendAgain}>
              {t`${plural(counts.retryable, { one: 'Renvoyer # virement', other: 'Renvoyer # virements' })}`}
            </Button>
          )}{' '}
          <Button size="sm" icon={Download} onClick={failures}>
            <Trans>Fichier des rejets</Trans>
          </Button>{' '}
          <Link
            className="link no-print"
            {...paths.batch(id)}
            search={{
              ...(search.account && { account: search.account }),
              ...(wanted && { search: wanted }),
              ...(sort && { sort }),
              ...(only !== 'failed' && { only: 'failed' as const }),
            }}
            replace
            resetScroll={false}
          >
            {only === 'failed' ? <Trans>Montrer tout le lot</Trans> : <Trans>Ne montrer que ces lignes</Trans>}
          </Link>
        </>
      )}
    </InlineAlert>
  )
}
