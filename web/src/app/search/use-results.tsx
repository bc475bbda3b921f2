// Turns what the server has found into the groups of the search dialog.
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import type { BankDocument } from 'contract/accounts/statements.ts'
import { type FoundPayment, paymentSearchOf, type SearchResults } from 'contract/search.ts'
import { type Identity, textIn } from 'contract/values/identity.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { minorUnits } from 'contract/values/money.ts'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { viewDocument } from '../../domains/statements/document-queries.ts'
import { accountName } from '../../lib/account-name.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { Money } from '../../shell/Money.tsx'
import type { IconShape } from '../../ui/Icon.tsx'

type Found = { id: string; run: () => void }
export type Result = Found &
  (
    | { identity: Identity; detail?: string; end?: ReactNode }
    | { icon: IconShape; name: string; detail?: string }
    /** A line that leads to a whole list. */
    | { more: ReactNode }
  )
export type Group = { id: string; name: string; results: Result[] }

type Given = { account: Account; text: string; onAccount: (account: Account) => void }

/** The groups of one answer, in the order of the dialog; those with nothing are absent. */
export function useResultGroups({ account, text, onAccount }: Given): (results: SearchResults) => Group[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { rowDate, ofMonth, count } = useFormats()
  const language = useLanguage()
  const day = (date: string) => rowDate(fromPlainDate(date))

  const payment = ({ id, identity, date, is_upcoming, amount, currency }: FoundPayment): Result => ({
    id,
    identity: is_upcoming && identity.state === null ? { ...identity, state: 'upcoming' } : identity,
    detail: is_upcoming ? t`${day(date)} · à venir` : day(date),
    end: <Money amount={amount} currency={currency} signs="movement" />,
    run: () => void navigate({ ...paths.operations(), search: { operation: id } }),
  })
  const nameOf = ({ type, from, identity, amount }: BankDocument): string => {
    const name = identity ? textIn(identity.name, language) : ''
    if (type === 'statements') return t`Relevé ${ofMonth(fromPlainDate(from))}`
    if (type === 'swift') return t`Message SWIFT, ${name}`
    return amount < 0 ? t`Avis de débit, ${name}` : t`Avis de crédit, ${name}`
  }
  const { search, min, max } = paymentSearchOf(text, minorUnits[account.currency])
  const filter = {
    ...(search !== undefined && { search }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }

  return ({ payments, payees, accounts, documents }) =>
    [
      {
        id: 'payments',
        name: t`Paiements`,
        results: [
          ...payments.items.map(payment),
          ...(payments.total > payments.items.length
            ? [
                {
                  id: 'all-payments',
                  more: t`Voir les ${count(payments.total)} paiements dans Synthèse`,
                  run: () => void navigate({ ...paths.operations(), search: filter }),
                },
              ]
            : []),
        ],
      },
      {
        id: 'payees',
        name: t`Bénéficiaires et créanciers`,
        results: payees.map(({ id, identity, is_creditor }) => ({
          id,
          identity,
          run: () =>
            void navigate(
              is_creditor ? { ...paths.debits(), search: { tab: 'mandates', id } } : { ...paths.beneficiary(id) },
            ),
        })),
      },
      { id: 'accounts', name: t`Comptes`, results: accounts.map((one) => accountResult(one, onAccount)) },
      {
        id: 'documents',
        name: t`Documents`,
        results: documents.map((document) => ({
          id: `document-${document.id}`,
          icon: FileText,
          name: nameOf(document),
          detail: `PDF · ${day(document.available_on)}`,
          run: () => void viewDocument(document.id, nameOf(document)).catch(reportError),
        })),
      },
    ].filter(({ results }) => results.length > 0)
}

/** An account that becomes the current account. */
export const accountResult = (account: Account, onAccount: (account: Account) => void): Result => ({
  id: account.uuid,
  identity: { name: accountName(account.label), memo: null, kind: 'own', tint: 'brand', glyph: null, state: null },
  detail: `${account.holder} · ${groupByFour(account.number)}`,
  end: account.balance !== null && <Money amount={account.balance} currency={account.currency} />,
  run: () => onAccount(account),
})
