import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { returnReason } from 'contract/transfers/clearing.ts'
import { reasonCodeLabels } from 'contract/transfers/transfer-statuses.ts'
import type { InstantState } from 'contract/transfers/instant-payments.ts'
import { getTransfer, type TransferDetail } from 'contract/transfers/transfers.ts'
import { Check, Hourglass, Loader, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { callQuery } from '../../lib/api/query.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconShape } from '../../ui/Icon.tsx'
import { useCountryNames } from './country-names.ts'
import styles from './InstantProgress.module.css'

/** An outcome comes within ten seconds; live events may be switched off, or be late. */
const POLL_MS = 2_000

const icons: Record<InstantState, IconShape> = {
  initiated: Loader,
  pending: Loader,
  asking: Hourglass,
  accepted: Check,
  rejected: X,
  returned: Undo2,
}
const isOpen = (state: InstantState) => state === 'initiated' || state === 'pending' || state === 'asking'

/** The state of the payment: an order that leaves at once is on its way before the worker has sent it. Null for other orders. */
function stateOf({ instant, network, type, validation_status, execution_status }: TransferDetail): InstantState | null {
  if (instant) return instant.state
  if (network !== 'instant' || type !== 'direct' || validation_status !== 'validated') return null
  return execution_status === 'scheduled' ? 'initiated' : execution_status === 'rejected' ? 'rejected' : null
}

/** Where the money of an instant payment is, followed until its outcome. Nothing of an order that waits for its day or a signature. */
export function InstantProgress({ id }: { id: string }) {
  const { data } = useQuery({
    ...callQuery(getTransfer, { params: { id } }),
    refetchInterval: ({ state }) => {
      const at = state.data && stateOf(state.data.answer)
      return at && isOpen(at) ? POLL_MS : false
    },
  })
  const transfer = data?.answer
  const state = transfer && stateOf(transfer)
  if (!transfer || !state) return null
  return (
    <p className={cx(styles.progress, styles[state])} role="status">
      <Icon shape={icons[state]} />
      <span>
        <Sentence transfer={transfer} state={state} />
      </span>
    </p>
  )
}

function Sentence({ transfer, state }: { transfer: TransferDetail; state: InstantState }): ReactNode {
  const { t } = useLingui()
  const { decimal } = useFormats()
  const countryName = useCountryNames()
  const why = useReason(transfer)
  const { instant, beneficiary } = transfer
  const tenths = instant?.took_tenths ?? null
  const seconds = tenths === null ? null : decimal(String(tenths / 10))
  const where =
    [instant?.institution ?? beneficiary.bank_name, instant && countryName(instant.country)]
      .filter(Boolean)
      .join(', ') || beneficiary.name
  const sentences: Record<InstantState, () => ReactNode> = {
    initiated: () => <Trans>En route vers {where}…</Trans>,
    pending: () => <Trans>En route vers {where}…</Trans>,
    asking: () => (
      <>
        <b>
          <Trans>La réponse tarde.</Trans>
        </b>{' '}
        <Trans>
          La banque demande à PI ce qu’il est devenu. L’argent reste de côté : ne payez pas une seconde fois.
        </Trans>
      </>
    ),
    accepted: () => (seconds === null ? t`Arrivé : ${where}.` : t`Arrivé en ${seconds} s : ${where}.`),
    rejected: () =>
      instant ? (
        <Trans>Refusé : {why}. L’argent est de nouveau sur votre compte.</Trans>
      ) : (
        <Trans>Refusé : {why}. Rien n’est parti.</Trans>
      ),
    returned: () => <Trans>Rendu : {why}. L’argent est de nouveau sur votre compte.</Trans>,
  }
  return sentences[state]()
}

/** Why the payment was refused or given back. A used-up guarantee is the bank's own affair, never the customer's. */
function useReason({ history, reason_code }: TransferDetail): string {
  const { t } = useLingui()
  const language = useLanguage()
  const code = history.findLast(({ return_reason }) => return_reason !== null)?.return_reason ?? null
  if (code === null) return reason_code ? reasonCodeLabels[reason_code][language] : t`sans motif`
  return returnReason(code, 'instant')[language]
}
