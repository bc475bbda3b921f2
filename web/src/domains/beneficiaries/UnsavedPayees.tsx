import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { identityOfName } from 'contract/values/identity.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { Identity } from '../../shell/Identity.tsx'
import { unsavedPayeesQuery } from './beneficiary-queries.ts'
import styles from './BeneficiaryForm.module.css'

/** Payees of files who are paid and not saved yet: one touch takes over their name and number. */
export function UnsavedPayees({ onTake }: { onTake: (iban: string, name: string) => void }) {
  const { t } = useLingui()
  const { rowDate } = useFormats()
  const payees = useQuery(unsavedPayeesQuery()).data?.answer ?? []
  if (payees.length === 0) return null
  return (
    <section className={styles.unsaved} aria-labelledby="unsaved-title">
      <h2 id="unsaved-title">
        <Trans>Déjà payés, pas encore enregistrés</Trans>
      </h2>
      <ul>
        {payees.map(({ id, name, iban, bank_name, day, label }) => (
          <li key={id}>
            <Identity
              identity={identityOfName(name)}
              title={(title) => (
                <button type="button" onClick={() => onTake(iban, name)}>
                  {title}
                </button>
              )}
              detail={[label, rowDate(fromPlainDate(day)), bank_name, `•• ${iban.slice(-4)}`]
                .filter(Boolean)
                .join(' · ')}
              end={
                <span aria-hidden className="link small">
                  {t({ message: 'Reprendre', context: 'bénéficiaire' })}
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
