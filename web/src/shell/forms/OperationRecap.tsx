import { useLingui } from '@lingui/react/macro'
import { groupByFour } from 'contract/values/iban.ts'
import { Money } from '../Money.tsx'
import { type OperationFact, useFactNames, useFactText } from './operation-labels.ts'
import styles from './OperationRecap.module.css'

const NUMBERS: readonly OperationFact['name'][] = ['account', 'iban', 'old_iban']
const FIRST: readonly OperationFact['name'][] = [
  'payee',
  'first_payee',
  'own_account',
  'person',
  'card',
  'chequebook',
  'cheques',
]

/** Formats a number in groups of four; the account name before it stays unchanged. */
const grouped = (text: string) =>
  text
    .split(' · ')
    .map((part, index, parts) => (index === parts.length - 1 ? groupByFour(part) : part))
    .join(' · ')

/**
 * The operation to confirm, as the server parsed it: payee and amount first, then the other values line by line. A
 * selection has no single payee.
 */
export function OperationRecap({ facts, isSelection }: { facts: readonly OperationFact[]; isSelection: boolean }) {
  const { t } = useLingui()
  const names = useFactNames()
  const textOf = useFactText()
  const first = isSelection ? undefined : facts.find(({ name }) => FIRST.includes(name))
  const amount = facts.find((fact) => fact.name === (isSelection ? 'total' : 'amount'))
  const rest = facts.filter((fact) => fact !== first && fact !== amount)
  return (
    <div className={styles.recap}>
      {(first || amount) && (
        <div className={styles.head}>
          {first && 'text' in first && (
            <p className="h3">
              {first.name === 'first_payee' ? t`Premier virement à ${textOf(first)}` : textOf(first)}
            </p>
          )}
          {amount && 'amount' in amount && <Money amount={amount.amount} currency={amount.currency} size="title" />}
        </div>
      )}
      {rest.length > 0 && (
        <dl className={styles.rest}>
          {rest.map((fact) => (
            <div key={`${fact.name} ${'text' in fact ? fact.text : fact.amount}`}>
              {/* A selection mixes transfers, batches and top-ups. */}
              <dt>{isSelection && fact.name === 'count' ? t`Nombre de demandes` : names[fact.name]}</dt>
              <dd className={NUMBERS.includes(fact.name) ? 'num' : undefined}>
                {'amount' in fact ? (
                  <Money amount={fact.amount} currency={fact.currency} />
                ) : NUMBERS.includes(fact.name) ? (
                  grouped(fact.text)
                ) : (
                  textOf(fact)
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
