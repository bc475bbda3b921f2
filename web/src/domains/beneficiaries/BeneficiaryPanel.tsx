import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { identityOfName } from 'contract/values/identity.ts'
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { showPhone } from 'contract/values/contact.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { Copy, FileText } from 'lucide-react'
import { announce } from '../../lib/banners.ts'
import { copy } from '../../lib/clipboard.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import { PageProblem } from '../../shell/Problem.tsx'
import { Tag } from '../../ui/data/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { SkeletonBlock, Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { beneficiaryQuery, viewRib } from './beneficiary-queries.ts'
import { useChangeLabels, useCountryName } from './beneficiary-labels.ts'
import { BeneficiaryActions } from './BeneficiaryActions.tsx'
import styles from './BeneficiaryPanel.module.css'
import { Approval } from './BeneficiaryTable.tsx'
import { NewPayeeNote } from './NewPayeeNote.tsx'

/** One beneficiary beside the list, with an own address. */
export function BeneficiaryPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const beneficiary = useQuery(beneficiaryQuery(id))
  return (
    <SidePanel
      title={t`Bénéficiaire`}
      onClose={onClose}
      foot={beneficiary.data && <BeneficiaryActions beneficiary={beneficiary.data.answer} onRemoved={onClose} />}
    >
      {beneficiary.isPending && (
        <Skeleton>
          <SkeletonBlock width={14} height={2.25} />
          <SkeletonRows count={6} />
        </Skeleton>
      )}
      {beneficiary.isLoadingError && (
        <PageProblem
          title={t`Le bénéficiaire n’a pas pu être chargé`}
          error={beneficiary.error}
          list={onClose}
          onRetry={() => void beneficiary.refetch()}
        />
      )}
      {beneficiary.data && <Detail beneficiary={beneficiary.data.answer} />}
    </SidePanel>
  )
}

function Detail({ beneficiary }: { beneficiary: BeneficiaryDetail }) {
  const facts = useFacts(beneficiary)
  return (
    <>
      <div className={styles.hero}>
        <IdentityPicture
          identity={identityOfName(beneficiary.name, null, beneficiary.company_name !== null || undefined)}
          size="lg"
        />
        <div>
          <p className={styles.name}>{beneficiary.name}</p>
          <p className={styles.kind}>
            <span className="muted small">
              {beneficiary.company_name === null ? <Trans>Particulier</Trans> : <Trans>Entreprise</Trans>}
            </span>
            <Approval status={beneficiary.approval_status} mayApprove={beneficiary.actions.includes('accept')} />
            {beneficiary.is_confidential && (
              <Tag>
                <Trans>Confidentiel</Trans>
              </Tag>
            )}
          </p>
        </div>
      </div>
      <Decision beneficiary={beneficiary} />
      <NewPayeeNote beneficiary={beneficiary} />
      {beneficiary.suspended_orders > 0 && <SuspendedOrders count={beneficiary.suspended_orders} />}
      <DetailList look="copy" facts={facts} />
      {beneficiary.rib && <RibFile id={beneficiary.id} rib={beneficiary.rib} />}
      {beneficiary.changes.length > 0 && <History changes={beneficiary.changes} />}
    </>
  )
}

/** Why the account is not paid yet, as one sentence. */
function Decision({ beneficiary: { approval_status, changes, actions } }: { beneficiary: BeneficiaryDetail }) {
  const { t } = useLingui()
  const [last] = changes
  if (approval_status === 'pending')
    return (
      <InlineAlert tone="warning" title={t`Ce compte attend l’accord d’une deuxième personne`}>
        {actions.includes('accept') ? (
          <Trans>Vérifiez le numéro auprès du bénéficiaire lui-même, à un téléphone que vous connaissez déjà.</Trans>
        ) : (
          <Trans>Aucun virement ne peut partir vers lui avant cet accord.</Trans>
        )}
      </InlineAlert>
    )
  if (approval_status === 'refused')
    return (
      <InlineAlert tone="danger" title={t`Ce compte a été refusé`}>
        {last?.reason}
      </InlineAlert>
    )
  return null
}

/** The choice for the orders that a changed account has suspended. */
function SuspendedOrders({ count }: { count: number }) {
  const { t } = useLingui()
  return (
    <InlineAlert
      tone="info"
      title={t`${plural(count, {
        one: 'Un virement est suspendu jusqu’à la décision',
        other: '# virements sont suspendus jusqu’à la décision',
      })}`}
    >
      <Trans>
        Approuvé, ils repartent vers le nouveau compte, à signer de nouveau, ou s’arrêtent. Refusé, ils reprennent vers
        l’ancien.
      </Trans>
    </InlineAlert>
  )
}

function useFacts(beneficiary: BeneficiaryDetail): DetailItem[] {
  const { t } = useLingui()
  const countryName = useCountryName()
  const {
    iban,
    bic,
    bank_name,
    country,
    international,
    code,
    phone,
    email,
    address,
    zip,
    city,
    address_country,
    comment,
    lists,
  } = beneficiary
  const abroad = address_country !== null && address_country !== country && countryName(address_country)
  const where = [address, [zip, city].filter(Boolean).join(' '), abroad].filter(Boolean).join(', ')
  const facts: (DetailItem | false)[] = [
    {
      name: t`IBAN ou compte`,
      value: <span className="num">{groupByFour(iban)}</span>,
      action: (
        <IconButton
          isAtEdge
          icon={Copy}
          size="sm"
          label={t`Copier le numéro de compte`}
          onClick={() =>
            void copy(iban).then(
              (isCopied) => isCopied && announce(t`Le numéro de compte a été copié dans le presse-papiers.`),
            )
          }
        />
      ),
    },
    bank_name !== null && { name: t`Banque`, value: bank_name },
    bic !== null && { name: t`BIC / SWIFT`, value: bic },
    { name: t`Pays`, value: international ? t`${countryName(country)} (hors UEMOA)` : countryName(country) },
    code !== null && { name: t`Code bénéficiaire`, value: code },
    lists.length > 0 && {
      name: t`Listes`,
      value: (
        <span className={styles.tags}>
          {lists.map((list) => (
            <Tag key={list.id}>{list.name}</Tag>
          ))}
        </span>
      ),
    },
    phone !== null && {
      name: t`Téléphone`,
      value: (
        <a className="link num" href={`tel:${phone}`}>
          {showPhone(phone)}
        </a>
      ),
    },
    email !== null && {
      name: t`Adresse e-mail`,
      value: (
        <a className="link" href={`mailto:${email}`}>
          {email}
        </a>
      ),
    },
    where !== '' && { name: t`Adresse`, value: where },
    beneficiary.social_security_number !== null && {
      name: t`Numéro de sécurité sociale`,
      value: beneficiary.social_security_number,
    },
    comment !== null && { name: t`Commentaire`, value: comment },
  ]
  return facts.filter((fact) => fact !== false)
}

function RibFile({ id, rib }: { id: string; rib: NonNullable<BeneficiaryDetail['rib']> }) {
  const { t } = useLingui()
  const { fileSize, longDate } = useFormats()
  const { isFetching, fetchFile } = useFetching()
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>
        <Trans>Fichier RIB</Trans>
      </h3>
      <div className={styles.file}>
        <span className={styles.fileText}>
          {rib.name}
          <span className="muted small num">{t`${fileSize(rib.size)}, ajouté le ${longDate(fromUnix(rib.added_at))}`}</span>
        </span>
        <Button size="sm" icon={FileText} isBusy={isFetching} onClick={() => void fetchFile(() => viewRib(id))}>
          <Trans>Afficher</Trans>
        </Button>
      </div>
    </section>
  )
}

/** The history of account numbers, newest first, for examining a fraud. */
function History({ changes }: { changes: BeneficiaryDetail['changes'] }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const labels = useChangeLabels()
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionTitle}>
        <Trans>Historique du compte</Trans>
      </h3>
      <ol className={styles.changes}>
        {changes.map(({ id, old_iban, new_iban, by, at, status, decided_by, reason }) => (
          <li key={id}>
            <p className={styles.changed}>
              <span className="num">{groupByFour(new_iban)}</span>
              <span className="muted small">{labels[status]}</span>
            </p>
            {old_iban && <p className="muted small num">{t`à la place de ${groupByFour(old_iban)}`}</p>}
            <p className="muted small">{t`${dateTime(fromUnix(at))} · ${by}`}</p>
            {decided_by && (
              <p className="muted small">
                {status === 'refused' ? t`Refusé par ${decided_by} : ${reason ?? ''}` : t`Approuvé par ${decided_by}`}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
