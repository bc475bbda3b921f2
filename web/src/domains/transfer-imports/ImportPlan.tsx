import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Account } from 'contract/accounts/accounts.ts'
import type { Import } from 'contract/transfers/imports.ts'
import { useState } from 'react'
import { accountName } from '../../lib/account-name.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { announce } from '../../lib/banners.ts'
import { mayChangeAccount } from '../../lib/forms/account-change.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { reportError } from '../../lib/report-error.ts'
import { openAccount } from '../../lib/session/open-account.ts'
import { useAccount, useSession } from '../../lib/session/session.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { SummaryBand } from '../../ui/data/SummaryBand.tsx'
import { useMoveImport } from './multiple-queries.ts'

const AccountPicker = lazyPart(async () => (await import('../accounts/AccountPicker.tsx')).AccountPicker)

type Props = {
  draft: Import
  /** The number of lines to send. */
  lines: number
  /** Their fees and taxes. */
  charges: number
  options: Import['options']
  onChange: (options: Import['options']) => void
  /** Opens the dialog that dates all lines. */
  onDate: () => void
}

/** What the file will do: the debited account, the days, the total, and the entries on the statement. */
export function ImportPlan({ draft, lines, charges, options, onChange, onDate }: Props) {
  const { t } = useLingui()
  const { moneyText, longDate } = useFormats()
  const debited = useDebited(draft)
  const { items, summary } = draft
  const isSingle = options.single_entry || options.is_confidential
  const days = items
    .filter(({ is_skipped, status }) => !is_skipped && status !== 'invalid')
    .map(({ transfer }) => transfer.execution_date)
  const [first = null] = days.toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))
  const isOneDay = days.every((day) => day === first)
  const when = first === null ? t`Dès que possible` : longDate(fromPlainDate(first))
  const fees = moneyText(charges, summary.currency)
  return (
    <>
      <SummaryBand
        totals={[
          {
            name: t`Compte débité`,
            value: debited.name,
            under: t`${moneyText(summary.balance, summary.currency)} disponibles`,
            action: debited.mayChange && <Change what={t`le compte débité`} onPress={debited.choose} />,
          },
          {
            name: t`Date`,
            value: when,
            under: isOneDay ? null : t`et d’autres jours`,
            action: lines > 0 && <Change what={t`la date`} onPress={onDate} />,
          },
          {
            name: t`À envoyer`,
            value: <b>{moneyText(summary.total - charges, summary.currency)}</b>,
            under: `${t`${plural(lines, { one: '# ligne', other: '# lignes' })}`}, ${charges === 0 ? t`sans frais` : t`et ${fees} de frais et taxes`}`,
          },
          {
            name: t`Sur le relevé`,
            value: isSingle ? t`Un seul débit` : t`Un débit par ligne`,
            under: isSingle ? t`Sans le détail des bénéficiaires` : t`Avec le nom de chaque bénéficiaire`,
            // Confidential lines are always one debit.
            action: !options.is_confidential && (
              <Change
                what={t`le débit sur le relevé`}
                onPress={() => onChange({ ...options, single_entry: !isSingle })}
              />
            ),
          },
        ]}
      />
      {debited.picker}
    </>
  )
}

/** The debited account of a draft, and its change: the draft moves to another account of the user. */
function useDebited({ import_id, is_message }: Import) {
  const { t } = useLingui()
  const account = useAccount()
  const { user } = useSession()
  const isOnline = useIsOnline()
  const move = useMoveImport()
  const [isPicking, setPicking] = useState(false)
  const nameOf = ({ label, number }: Account) => `${accountName(label)} •• ${number.slice(-4)}`
  const choose = async (chosen: Account) => {
    setPicking(false)
    if (chosen.uuid === account.uuid || !(await mayChangeAccount())) return
    const name = nameOf(chosen)
    move.mutate(
      { params: { id: import_id }, body: { account_id: chosen.uuid } },
      {
        onSuccess: () => {
          openAccount(chosen)
          announce(t`Les virements seront débités de ${name}.`)
        },
        onError: reportError,
      },
    )
  }
  return {
    name: nameOf(account),
    mayChange: !is_message && isOnline && !move.isPending && (user?.accounts.count ?? 0) > 1,
    choose: () => setPicking(true),
    picker: isPicking && (
      <AccountPicker current={account} onClose={() => setPicking(false)} onChoose={(chosen) => void choose(chosen)} />
    ),
  }
}

function Change({ what, onPress }: { what: string; onPress: () => void }) {
  const { t } = useLingui()
  return (
    <button type="button" className="link" onClick={onPress}>
      {t`Changer`}
      <span className="sr"> {what}</span>
    </button>
  )
}
