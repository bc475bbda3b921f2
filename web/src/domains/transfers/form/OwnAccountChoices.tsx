import { groupByFour } from 'contract/values/iban.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { OwnAccount } from 'contract/transfers/transfers.ts'
import { Wallet } from 'lucide-react'
import { Money } from '../../../shell/Money.tsx'
import { ChoiceRow } from '../../../ui/fields/ChoiceRow.tsx'
import { cx } from '../../../ui/cx.ts'
import { Tile } from '../../../ui/Tile.tsx'
import styles from './OwnAccountChoices.module.css'
import { ownAccountsQuery } from '../transfer-queries.ts'

type Props = { search: string; chosen: string | null; onChoose: (account: OwnAccount) => void }

/** The customer's other accounts as payees, before the beneficiaries. Nothing if there are none or none matches. */
export function OwnAccountChoices({ search, chosen, onChoose }: Props) {
  const { t } = useLingui()
  const accounts = useQuery(ownAccountsQuery(search))
  const found = accounts.data?.answer ?? []
  const others = (accounts.data?.page?.total ?? 0) - found.length
  if (found.length === 0) return null
  return (
    <fieldset
      className={cx(styles.choices, 'coming')}
      role="radiogroup"
      aria-busy={accounts.isPlaceholderData || undefined}
    >
      <legend className={styles.legend}>
        <span className="h3">
          <Trans>Mes comptes</Trans>
        </span>
      </legend>
      {found.map((account) => (
        <ChoiceRow
          key={account.id}
          name="beneficiary_id"
          value={account.id}
          isChosen={account.id === chosen}
          onChoose={() => onChoose(account)}
          before={<Tile tone="account" icon={Wallet} />}
          title={account.label}
          detail={groupByFour(account.number)}
          after={<Money amount={account.available} currency={account.currency} />}
        />
      ))}
      {others > 0 && (
        <p className="muted small">
          {t`${plural(others, {
            one: 'Un autre de vos comptes peut être trouvé par la recherche.',
            other: '# autres de vos comptes peuvent être trouvés par la recherche.',
          })}`}
        </p>
      )}
    </fieldset>
  )
}
