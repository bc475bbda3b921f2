import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { returnReason } from 'contract/transfers/clearing.ts'
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

/** Where the money of an instant payment is, followed until its outcome. Nothing before it was sent. */
export function InstantProgress({ id }: { id: string }) {
  const { data } = useQuery({
    ...callQuery(getTransfer, { params: { id } }),
    refetchInterval: ({ state }) => {
      const instant = state.data?.answer.instant
      return instant && isOpen(instant.state) ? POLL_MS : false
    },
  })
  const transfer = data?.answer
  if (!transfer?.instant) return null
  const { state } = transfer.instant
  return (
    <p className={cx(styles.progress, styles[state])} role="status">
      <Icon shape={icons[state]} />
      <span>
        <Sentence transfer={transfer} instant={transfer.instant} />
      </span>
    </p>
  )
}

type Instant = NonNullable<TransferDetail['instant']>

function Sentence({ transfer, instant }: { transfer: TransferDetail; instant: Instant }): ReactNode {
  const { t } = useLingui()
  const { decimal } = useFormats()
  const countryName = useCountryNames()
  const why = useReason(transfer)
  const { state, institution, country, took_tenths } = instant
  const where = [institution, countryName(country)].filter((text) => text !== null).join(', ')
  const seconds = took_tenths === null ? null : decimal(String(took_tenths / 10))
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
    rejected: () => <Trans>Refusé : {why}. L’argent est de nouveau sur votre compte.</Trans>,
    returned: () => <Trans>Rendu : {why}. L’argent est de nouveau sur votre compte.</Trans>,
  }
  return sentences[state]()
}

/** Why the payment was refused or given back. A used-up guarantee is the bank's own affair, never the customer's. */
function useReason({ history }: TransferDetail): string {
  const { t } = useLingui()
  const language = useLanguage()
  const code = history.findLast(({ return_reason }) => return_reason !== null)?.return_reason ?? null
  if (code === null) return t`sans motif`
  return code === 'AM04' ? t`la banque avait suspendu les paiements instantanés` : returnReason(code)[language]
}
