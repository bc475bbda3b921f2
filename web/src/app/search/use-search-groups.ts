// The groups of the search dialog: suggestions without a text, results and commands with one.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Account } from 'contract/accounts/accounts.ts'
import type { FoundPayee, SearchResults } from 'contract/search.ts'
import { folded } from 'contract/values/folded.ts'
import { identityOfName, textIn } from 'contract/values/identity.ts'
import { FileCheck2, Headset, ListFilter, MessageSquare, Send, UserRoundPlus } from 'lucide-react'
import { accountListQuery } from '../../domains/accounts/account-queries.ts'
import { payeesQuery } from '../../domains/transfers/transfer-queries.ts'
import { useMayWrite, writeToBank } from '../../lib/forms/writing.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { hasRight, mayMoveMoney } from '../../lib/session/session.ts'
import { openHeaderDialog } from '../header/header-dialogs.ts'
import { type Command, useCommands } from './use-commands.ts'
import { accountResult, type Group, type Result, useResultGroups } from './use-results.tsx'

const MAX_PAYEES = 3
const MAX_ACCOUNTS = 3
const MAX_ACTIONS = 4

const commandResult = ({ id, name, icon, run }: Command): Result => ({ id: `go-${id}`, name, icon, run })

const isNothing = ({ payments, payees, accounts, documents }: SearchResults) =>
  payments.total === 0 && [payees, accounts, documents].every(({ length }) => length === 0)

const mayPay = (account: Account) => mayMoveMoney(account, 'transfer.create') && hasRight(account, 'transfers')

type Input = {
  account: Account
  text: string
  onAccount: (account: Account) => void
  results: SearchResults | undefined
}

/** `isEmpty`: the text finds neither a result nor a command, and the groups offer what can be done instead. */
export function useSearchGroups({ account, text, onAccount, results }: Input): { groups: Group[]; isEmpty: boolean } {
  const { t } = useLingui()
  const { actions, pages } = useCommands(account)
  const groupsOf = useResultGroups({ account, text, onAccount })
  const suggested = useSuggestions({ account, onAccount, isWanted: text === '' })
  const fallbacks = useFallbackCommands(account, text)
  const about = useActionsAbout({ account, text, results })
  const withResults = (...groups: Group[]) => groups.filter(({ results: some }) => some.length > 0)
  const commandsOf = (id: string, name: string, commands: readonly Command[]): Group => ({
    id,
    name,
    results: commands.map(commandResult),
  })
  if (text === '')
    return {
      groups: withResults(
        ...suggested,
        commandsOf('actions', t`Actions`, actions.slice(0, MAX_ACTIONS)),
        commandsOf('pages', t`Aller à`, pages),
        commandsOf('more', t`Aussi`, actions.slice(MAX_ACTIONS)),
      ),
      isEmpty: false,
    }
  const wanted = folded(text)
  const named = (commands: readonly Command[]) => commands.filter(({ name }) => folded(name).includes(wanted))
  const [found, foundPages] = [named(actions), named(pages)]
  if (results && isNothing(results) && found.length + foundPages.length === 0)
    return { groups: [commandsOf('instead', t`Faire quand même`, fallbacks)], isEmpty: true }
  return {
    groups: withResults(
      commandsOf('pages', t`Aller à`, foundPages),
      ...(results ? groupsOf(results) : []),
      commandsOf('actions', t`Actions`, [...found, ...about]),
    ),
    isEmpty: false,
  }
}

/** Without a text: the payees that were paid last, and the accounts that were chosen last. */
function useSuggestions({ account, onAccount, isWanted }: Omit<Input, 'text' | 'results'> & { isWanted: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const recent = useQuery({ ...accountListQuery('', 1, 'recent'), enabled: isWanted })
  const payees = useQuery({ ...payeesQuery({}), enabled: isWanted && mayPay(account) })
  const others = (recent.data?.answer ?? []).filter(({ uuid }) => uuid !== account.uuid).slice(0, MAX_ACCOUNTS)
  const paid = (payees.data?.answer.beneficiaries ?? []).filter(({ payments }) => payments !== null)
  const groups: Group[] = [
    {
      id: 'pay-again',
      name: t`Payer à nouveau`,
      results: paid.slice(0, MAX_PAYEES).map(({ id, name, company_name, bank_name, iban }) => ({
        id: `pay-${id}`,
        identity: identityOfName(
          name,
          [bank_name, `•• ${iban.slice(-4)}`].filter(Boolean).join(' '),
          company_name !== null || undefined,
        ),
        run: () => void navigate({ ...paths.newTransfer(), search: { beneficiary: id } }),
      })),
    },
    { id: 'accounts', name: t`Comptes`, results: others.map((one) => accountResult(one, onAccount)) },
  ]
  return groups
}

/** Actions about the results: pay the payee, open the mandate, write to the bank about it. */
function useActionsAbout({ account, text, results }: Omit<Input, 'onAccount'>): Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const language = useLanguage()
  const mayWrite = useMayWrite()
  if (!results || isNothing(results)) return []
  const payee = results.payees.find(({ is_creditor }) => !is_creditor)
  const creditor = results.payees.find(({ is_creditor }) => is_creditor)
  const nameOf = (found: FoundPayee | undefined) => (found ? textIn(found.identity.name, language) : '')
  const [payeeName, creditorName] = [nameOf(payee), nameOf(creditor)]
  const commands: (Command | false | undefined)[] = [
    payee &&
      mayPay(account) && {
        id: 'pay-found',
        name: t`Payer ${payeeName}`,
        icon: Send,
        run: () => void navigate({ ...paths.newTransfer(), search: { beneficiary: payee.id } }),
      },
    creditor && {
      id: 'mandate',
      name: t`Gérer le mandat ${creditorName}`,
      icon: FileCheck2,
      run: () => void navigate({ ...paths.debits(), search: { tab: 'mandates', id: creditor.id } }),
    },
    mayWrite && {
      id: 'write',
      name: t`Écrire à mon conseiller à propos de « ${text} »`,
      icon: MessageSquare,
      run: () => writeToBank({ about: null, subject: text }),
    },
  ]
  return commands.filter((command) => command !== false && command !== undefined)
}

/** Actions that are offered where nothing was found. */
function useFallbackCommands(account: Account, text: string): Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { actions } = useCommands(account)
  const commands: (Command | false)[] = [
    actions.some(({ id }) => id === 'payee') && {
      id: 'add',
      name: t`Ajouter un bénéficiaire`,
      icon: UserRoundPlus,
      run: () => void navigate(paths.newBeneficiary()),
    },
    hasRight(account, 'operations') && {
      id: 'period',
      name: t`Chercher dans une période précise`,
      icon: ListFilter,
      run: () => void navigate({ ...paths.operations(), search: { search: text } }),
    },
    { id: 'ask', name: t`Demander à votre conseiller`, icon: Headset, run: () => openHeaderDialog('advisor') },
  ]
  return commands.filter((command) => command !== false)
}
