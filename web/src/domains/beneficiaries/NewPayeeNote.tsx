import { Trans, useLingui } from '@lingui/react/macro'
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { ShieldCheck } from 'lucide-react'
import { announce } from '../../lib/banners.ts'
import { NotConfirmed } from '../../lib/api/call-error.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useTrustBeneficiary } from './beneficiary-queries.ts'
import styles from './BeneficiaryPanel.module.css'

/** Since when a beneficiary is new and what may be paid to it until when, or the customer's mark of trust. */
export function NewPayeeNote({ beneficiary }: { beneficiary: BeneficiaryDetail }) {
  const { t } = useLingui()
  const { dateTime, longDate, moneyText } = useFormats()
  const trust = useTrustBeneficiary()
  const { id, version, actions, trusted_at, new_payee } = beneficiary
  const mark = (is_trusted: boolean) =>
    trust.mutate({
      params: { id },
      body: { version, is_trusted },
      done: () =>
        announce(is_trusted ? t`Ce bénéficiaire est marqué de confiance.` : t`La confiance a bien été retirée.`),
    })
  const text = (amount: number) => moneyText(amount, new_payee?.currency ?? 'XOF')
  return (
    <>
      {new_payee && (
        <InlineAlert tone="info" title={t`Nouveau depuis le ${dateTime(fromUnix(new_payee.since))}`}>
          {new_payee.until === null
            ? t`Tant qu’un premier virement n’est pas exécuté : ${text(new_payee.limit)} au plus en tout, il reste ${text(new_payee.remaining)}.`
            : t`Jusqu’au ${dateTime(fromUnix(new_payee.until))} : ${text(new_payee.limit)} au plus en tout, il reste ${text(new_payee.remaining)}.`}
        </InlineAlert>
      )}
      {trust.error && !(trust.error instanceof NotConfirmed) && (
        <InlineAlert tone="danger" title={trust.error.message} />
      )}
      {trusted_at !== null && (
        <p className={styles.kind}>
          <Icon shape={ShieldCheck} size="sm" /> {t`De confiance depuis le ${longDate(fromUnix(trusted_at))}`}
          {actions.includes('untrust') && (
            <Button size="sm" isBusy={trust.isPending} onClick={() => mark(false)}>
              <Trans>Retirer la confiance</Trans>
            </Button>
          )}
        </p>
      )}
      {actions.includes('trust') && (
        <p className={styles.kind}>
          <Button size="sm" icon={ShieldCheck} isBusy={trust.isPending} onClick={() => mark(true)}>
            <Trans>Marquer de confiance</Trans>
          </Button>
        </p>
      )}
    </>
  )
}
