import { Trans, useLingui } from '@lingui/react/macro'
import { lookUpPayee, type PayeeLookup } from 'contract/transfers/instant-payments.ts'
import { problems } from 'contract/problems.ts'
import { RotateCw, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCall } from '../../lib/api/query.ts'
import { translate } from '../../lib/language.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useCodeErrors } from './code-errors.ts'
import styles from './PayeeLookupPanel.module.css'
import { payeeRequestOf } from './payee-request.ts'

/** What a look-up found; a payment code may bring an amount and a purpose. */
export type FoundPayee = { lookup: PayeeLookup; amount: number | null; label: string | null }

type Props = {
  /** What was typed or scanned. */
  typed: string
  onFound: (found: FoundPayee) => void
  onClose: () => void
}

/** Asks the platform who has an alias, an account or a payment code, and reports the payee. */
export function PayeeLookupPanel({ typed, onFound, onClose }: Props) {
  const { t } = useLingui()
  const codeErrors = useCodeErrors()
  const { mutate, error } = useCall(lookUpPayee, { isQuiet: true })
  const panel = useRef<HTMLDivElement>(null)
  const request = payeeRequestOf(typed)
  const ask = () => {
    if (request.error !== null) return
    const { input, code } = request
    mutate(
      { body: input },
      {
        onSuccess: ({ answer }) =>
          onFound({ lookup: answer, amount: code?.amount ?? null, label: code?.purpose ?? null }),
      },
    )
  }
  const askFirst = useEffectEvent(ask)
  useEffect(() => {
    // The search that had the focus is gone.
    panel.current?.focus()
    askFirst()
  }, [])
  const problem =
    request.error === 'unreadable'
      ? t`Ce n’est ni un numéro de téléphone, ni une adresse de paiement, ni un compte.`
      : request.error === 'iban_invalid'
        ? translate(problems.iban_invalid)
        : request.error !== null
          ? codeErrors[request.error]
          : error && errorLabels(error)
  const isScanned = request.error === null ? request.code !== null : request.error.startsWith('qr_')
  return (
    <div className={styles.panel} ref={panel} tabIndex={-1} role="group" aria-label={t`Recherche sur PI`}>
      {problem === null ? (
        <p className={styles.waiting} role="status">
          <span className={styles.spin} aria-hidden />
          <span>
            {isScanned ? <Trans>À qui est ce code ?</Trans> : <Trans>À qui est {typed} ?</Trans>}
            <span className="muted small">
              <Trans>PI demande son nom à sa banque ou à son portefeuille.</Trans>
            </span>
          </span>
        </p>
      ) : (
        <>
          <InlineAlert tone="danger" title={problem}>
            {!isScanned && <p className="num">{typed}</p>}
          </InlineAlert>
          <p className={styles.actions}>
            <Button size="sm" icon={Search} onClick={onClose}>
              <Trans>Chercher autrement</Trans>
            </Button>
            {request.error === null && (
              <Button size="sm" variant="quiet" icon={RotateCw} onClick={ask}>
                <Trans>Réessayer</Trans>
              </Button>
            )}
          </p>
        </>
      )}
    </div>
  )
}
