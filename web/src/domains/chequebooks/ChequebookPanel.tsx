import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Chequebook, ChequebookDetail } from 'contract/products/chequebooks.ts'
import { Ban } from 'lucide-react'
import { fromPlainDate, fromUnix, useFormats } from '../../lib/formats.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, useAccount } from '../../lib/session/session.ts'
import { Money } from '../../shell/Money.tsx'
import { PaymentSigning } from '../../shell/forms/PaymentSigning.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Ledger } from '../../ui/data/Ledger.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { chequebookQuery, useAcceptChequebook, useRejectChequebook } from './chequebook-queries.ts'
import { ChequebookState, printedNumber, useChequebookName, useCrossed, useStopReasons } from './chequebook-labels.tsx'
import styles from './ChequebookScreens.module.css'

type Props = { id: string; onClose: () => void; onStop: (book: Chequebook) => void }

/** One chequebook: its status, and its used cheques. */
export function ChequebookPanel({ id, onClose, onStop }: Props) {
  const { t } = useLingui()
  const book = useQuery(chequebookQuery(id))
  return (
    <SidePanel
      title={t`Chéquier`}
      onClose={onClose}
      foot={book.data && <Acts book={book.data.answer} onStop={onStop} />}
    >
      {book.isPending && (
        <Skeleton>
          <SkeletonRows count={6} />
        </Skeleton>
      )}
      {book.isLoadingError && (
        <PageProblem
          title={t`Le chéquier n’a pas pu être chargé`}
          error={book.error}
          list={onClose}
          onRetry={() => void book.refetch()}
        />
      )}
      {book.data && <Detail book={book.data.answer} />}
    </SidePanel>
  )
}

function Detail({ book }: { book: ChequebookDetail }) {
  const { t } = useLingui()
  const { longDate, count } = useFormats()
  const nameOf = useChequebookName()
  const crossed = useCrossed()
  const {
    first_number,
    last_number,
    remaining,
    agency,
    fees,
    tax,
    total,
    currency,
    status,
    reason,
    ordered_at,
    available_at,
  } = book
  const facts: (DetailItem | false)[] = [
    { name: t`Type de chéquier`, value: crossed(book.type.crossed) },
    first_number !== null &&
      last_number !== null && {
        name: t`Numéros`,
        value: t`${printedNumber(first_number)} à ${printedNumber(last_number)}`,
      },
    remaining !== null && { name: t`Formules restantes`, value: count(remaining) },
    { name: t`Commandé le`, value: longDate(fromUnix(ordered_at)) },
    { name: t`Commandé par`, value: book.ordered_by },
    available_at !== null && { name: t`À l’agence depuis le`, value: longDate(fromUnix(available_at)) },
    { name: t`Agence de retrait`, value: `${agency.name}, ${agency.address}` },
    { name: t`Horaires`, value: agency.opening_hours },
    status !== 'refused' && { name: t`Frais`, value: <Money amount={fees} currency={currency} /> },
    status !== 'refused' && { name: t`TAF`, value: <Money amount={tax} currency={currency} /> },
    status !== 'refused' && {
      name: t`Total débité`,
      value: <Money amount={status === 'pending' ? 0 : total} currency={currency} />,
    },
    { name: t`Référence`, value: book.reference },
  ]
  return (
    <>
      <div className={styles.group}>
        <p className="h3">{nameOf(book)}</p>
        <p>
          <ChequebookState book={book} />
        </p>
      </div>
      {reason && <InlineAlert tone="warning" title={reason} />}
      {status === 'available' && (
        <InlineAlert tone="info" title={t`Votre chéquier vous attend à l’agence ${agency.name}`}>
          <Trans>Présentez une pièce d’identité.</Trans>
        </InlineAlert>
      )}
      <DetailList facts={facts.filter((fact) => fact !== false)} />
      <Cheques book={book} />
    </>
  )
}

/** The stopped cheques, and the paid ones with their operations. */
function Cheques({ book }: { book: ChequebookDetail }) {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const reasons = useStopReasons()
  const mayRead = hasRight(useAccount(), 'operations')
  const rangeOf = (first: number, last: number) =>
    first === last ? printedNumber(first) : t`${printedNumber(first)} à ${printedNumber(last)}`
  return (
    <>
      {book.stops.length > 0 && (
        <section>
          <h3 className="h3">
            <Trans>Chèques en opposition</Trans>
          </h3>
          <Ledger
            rows={book.stops.map((stop) => ({
              id: stop.id,
              title: <span className="num">{rangeOf(stop.first_number, stop.last_number)}</span>,
              detail: `${reasons[stop.reason]} · ${rowDate(fromUnix(stop.stopped_at))}`,
            }))}
          />
        </section>
      )}
      {book.paid.length > 0 && (
        <section>
          <h3 className="h3">
            <Trans>Chèques payés</Trans>
          </h3>
          <Ledger
            rows={book.paid.map(({ number, operation_id, date, amount }) => ({
              id: operation_id,
              title: mayRead ? (
                <Link {...paths.operations()} search={{ operation: operation_id }} className="num">
                  {printedNumber(number)}
                </Link>
              ) : (
                <span className="num">{printedNumber(number)}</span>
              ),
              detail: rowDate(fromPlainDate(date)),
              end: <Money amount={-amount} currency={book.currency} />,
            }))}
          />
        </section>
      )}
    </>
  )
}

function Acts({ book, onStop }: { book: ChequebookDetail; onStop: (book: Chequebook) => void }) {
  const { t } = useLingui()
  const accept = useAcceptChequebook()
  const reject = useRejectChequebook()
  if (book.actions.length === 0) return null
  return (
    <div className={styles.acts}>
      {book.actions.includes('stop') && (
        <Button variant="danger-quiet" icon={Ban} onClick={() => onStop(book)}>
          <Trans>Faire opposition</Trans>
        </Button>
      )}
      <PaymentSigning
        id={book.id}
        actions={book.actions}
        accept={accept}
        reject={reject}
        labels={{
          accepted: t`La commande a bien été validée.`,
          refusal: t`Refuser la commande`,
          refused: t`La commande a été refusée.`,
        }}
      />
    </div>
  )
}
