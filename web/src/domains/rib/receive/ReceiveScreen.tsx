import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PaymentAliases } from 'contract/accounts/payment-aliases.ts'
import { ArrowLeft, Plus, Smartphone, Store } from 'lucide-react'
import { useState } from 'react'
import { useIsOnline } from '../../../lib/api/online.ts'
import { paths } from '../../../lib/paths.ts'
import { errorLabels } from '../../../lib/report-error.ts'
import { isRefusal, NotConfirmed } from '../../../lib/api/call-error.ts'
import { mayMoveMoney, useAccount } from '../../../lib/session/session.ts'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { LinkButton } from '../../../shell/LinkButton.tsx'
import { Page } from '../../../shell/Page.tsx'
import { PageProblem } from '../../../shell/Problem.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { InlineAlert } from '../../../ui/InlineAlert.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/Skeleton.tsx'
import { paymentAliasesQuery, useCreateAlias } from './alias-queries.ts'
import { AliasList } from './AliasList.tsx'
import { PaymentCode } from './PaymentCode.tsx'
import styles from './ReceiveScreen.module.css'

const PhoneModal = lazyPart(async () => (await import('./PhoneModal.tsx')).PhoneModal)
const MerchantModal = lazyPart(async () => (await import('./MerchantModal.tsx')).MerchantModal)

/** The aliases under which the account is paid over PI, and the payment code of an address. */
export function ReceiveScreen() {
  const { t } = useLingui()
  const aliases = useQuery(paymentAliasesQuery())
  const hasAddress = aliases.data?.answer.aliases.some(isActiveAddress) ?? false
  return (
    <Page
      heading={t`Recevoir par PI`}
      context={t`De toute banque et de tout portefeuille de l’UEMOA, en quelques secondes, jour et nuit.`}
      back={
        <Link {...paths.rib()}>
          <Icon shape={ArrowLeft} size="sm" /> <Trans>Coordonnées bancaires</Trans>
        </Link>
      }
      actions={
        hasAddress && (
          <LinkButton icon={Store} {...paths.till()}>
            <Trans>Ouvrir la caisse</Trans>
          </LinkButton>
        )
      }
    >
      {aliases.isPending && (
        <Skeleton>
          <SkeletonRows count={6} />
        </Skeleton>
      )}
      {aliases.isLoadingError && (
        <PageProblem
          title={t`Les identifiants de paiement n’ont pas pu être chargés`}
          error={aliases.error}
          onRetry={() => void aliases.refetch()}
        />
      )}
      {aliases.data &&
        (aliases.data.answer.receiver === null ? (
          <IdentityMissing />
        ) : (
          <Receiving found={aliases.data.answer} receiver={aliases.data.answer.receiver} />
        ))}
    </Page>
  )
}

const isActiveAddress = ({ kind, state }: PaymentAliases['aliases'][number]) => kind === 'address' && state === 'active'

function IdentityMissing() {
  const { t } = useLingui()
  return (
    <EmptyState motif="lines" title={t`Ce compte ne reçoit pas de paiements par PI`}>
      <Trans>
        Il faut la pièce d’identité du titulaire, que la banque n’a pas encore enregistrée. Passez dans votre agence.
      </Trans>
    </EmptyState>
  )
}

type Props = { found: PaymentAliases; receiver: NonNullable<PaymentAliases['receiver']> }

function Receiving({ found, receiver }: Props) {
  const { aliases, phone } = found
  const account = useAccount()
  const mayManage = mayMoveMoney(account, 'transfer.create')
  const addresses = aliases.filter(isActiveAddress)
  const has = (kind: string) => aliases.some((alias) => alias.kind === kind && alias.state !== 'failed')
  return (
    <div className={styles.parts}>
      <section aria-labelledby="aliases-title" className={styles.list}>
        <h2 id="aliases-title" className="h2">
          <Trans>Vos identifiants</Trans>
        </h2>
        <AliasList aliases={aliases} receiver={receiver} mayManage={mayManage} />
        {mayManage && (
          <NewAlias
            isFirst={!has('address')}
            phone={receiver !== 'company' && !has('phone') ? phone : null}
            mayHaveCode={receiver !== 'person' && !has('merchant')}
          />
        )}
      </section>
      {addresses.length > 0 && <PaymentCode addresses={addresses} receiver={receiver} holder={found.holder} />}
    </div>
  )
}

function NewAlias({ isFirst, phone, mayHaveCode }: { isFirst: boolean; phone: string | null; mayHaveCode: boolean }) {
  const isOnline = useIsOnline()
  const [open, setOpen] = useState<'phone' | 'merchant' | null>(null)
  const create = useCreateAlias()
  const { error } = create
  const createAddress = () =>
    create.mutate(
      { body: { kind: 'address' } },
      {
        // The next address is another one. Without an answer this one may exist, and the same key finds it.
        onSettled: (_, error) => {
          if (error === null || isRefusal(error)) create.renewKey()
        },
      },
    )
  return (
    <>
      {error && !(error instanceof NotConfirmed) && <InlineAlert tone="danger" title={errorLabels(error)} />}
      <div className={styles.actions}>
        <Button
          icon={Plus}
          variant={isFirst ? 'primary' : 'secondary'}
          isBusy={create.isPending}
          disabled={!isOnline}
          onClick={createAddress}
        >
          <Trans>Créer une adresse de paiement</Trans>
        </Button>
        {phone !== null && (
          <Button icon={Smartphone} disabled={!isOnline} onClick={() => setOpen('phone')}>
            <Trans>Lier mon téléphone</Trans>
          </Button>
        )}
        {mayHaveCode && (
          <Button icon={Store} disabled={!isOnline} onClick={() => setOpen('merchant')}>
            <Trans>Demander un code marchand</Trans>
          </Button>
        )}
      </div>
      {open === 'phone' && phone !== null && <PhoneModal phone={phone} onClose={() => setOpen(null)} />}
      {open === 'merchant' && <MerchantModal onClose={() => setOpen(null)} />}
    </>
  )
}
