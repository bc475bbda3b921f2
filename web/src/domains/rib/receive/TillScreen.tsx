import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NewTillPayment, type ReceiverKind, type TillPayment } from 'contract/accounts/payment-aliases.ts'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useIsOnline } from '../../../lib/api/online.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { paths } from '../../../lib/paths.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { FormFrame } from '../../../shell/forms/FormFrame.tsx'
import { MoneyField } from '../../../shell/forms/MoneyField.tsx'
import { LinkButton } from '../../../shell/LinkButton.tsx'
import { Page } from '../../../shell/Page.tsx'
import { PageProblem } from '../../../shell/Problem.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import { paymentAliasesQuery, tillQuery, useCreateTillPayment } from './alias-queries.ts'
import { TillCode } from './TillCode.tsx'
import { TillHistory } from './TillHistory.tsx'
import styles from './TillScreen.module.css'

/** The till of a shopkeeper: type an amount, show its code, see it paid, next customer. */
export function TillScreen() {
  const { t } = useLingui()
  const aliases = useQuery(paymentAliasesQuery())
  const till = useQuery(tillQuery())
  const mayCreateAddress = useAccount().capabilities.includes('transfer.create')
  const found = aliases.data?.answer
  const isReady =
    found !== undefined && found.aliases.some(({ kind, state }) => kind === 'address' && state === 'active')
  const problem = aliases.isLoadingError ? aliases : till.isLoadingError ? till : null
  return (
    <Page
      heading={t`Caisse`}
      back={
        <Link {...paths.receive()}>
          <Icon shape={ArrowLeft} size="sm" /> <Trans>Recevoir par PI</Trans>
        </Link>
      }
    >
      {problem ? (
        <PageProblem
          title={t`La caisse n’a pas pu être ouverte`}
          error={problem.error}
          onRetry={() => void problem.refetch()}
        />
      ) : !found || !till.data ? (
        <Skeleton>
          <SkeletonRows count={4} />
        </Skeleton>
      ) : found.receiver === null || !isReady ? (
        <EmptyState
          motif="lines"
          title={t`La caisse a besoin d’une adresse de paiement`}
          action={
            mayCreateAddress && (
              <LinkButton variant="primary" {...paths.receive()}>
                <Trans>Recevoir par PI</Trans>
              </LinkButton>
            )
          }
        >
          {!mayCreateAddress && <Trans>Une personne habilitée à faire des virements peut en créer une.</Trans>}
        </EmptyState>
      ) : (
        <Till receiver={found.receiver} holder={found.holder} payments={till.data.answer} />
      )}
    </Page>
  )
}

type Props = { receiver: ReceiverKind; holder: string; payments: readonly TillPayment[] }

function Till({ receiver, holder, payments }: Props) {
  const [opened, setOpened] = useState<TillPayment | null>(null)
  const current = payments.find(({ id }) => id === opened?.id) ?? opened
  return (
    <div className={styles.till}>
      <div className={styles.desk}>
        {current === null || current.state === 'cancelled' ? (
          <TillForm onCreated={setOpened} />
        ) : (
          <TillCode
            key={current.id}
            payment={current}
            receiver={receiver}
            holder={holder}
            onNext={() => setOpened(null)}
          />
        )}
      </div>
      <TillHistory payments={payments} current={current?.id ?? null} onOpen={setOpened} />
    </div>
  )
}

function TillForm({ onCreated }: { onCreated: (payment: TillPayment) => void }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const create = useCreateTillPayment()
  const [initial] = useState<{ amount: number | string | null }>({ amount: null })
  const form = useForm({ schema: NewTillPayment, initial, toInput: ({ amount }) => ({ amount }), call: create })
  const submit = () =>
    form.submit((input) => create.mutate({ body: input }, { onSuccess: ({ answer }) => onCreated(answer) }))
  return (
    <FormFrame
      form={form}
      onSubmit={submit}
      actions={
        <Button type="submit" variant="primary" isBlock isBusy={create.isPending} disabled={!isOnline}>
          <Trans>Afficher le code</Trans>
        </Button>
      }
    >
      <MoneyField label={t`Montant à encaisser`} currency="XOF" {...form.field('amount')} />
    </FormFrame>
  )
}
