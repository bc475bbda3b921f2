import { groupByFour } from 'contract/values/iban.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { BankDetails } from 'contract/accounts/rib.ts'
import { Copy, Download, Eye, Mail, Printer, QrCode, Share2 } from 'lucide-react'
import { useState } from 'react'
import { canShareFiles } from '../../lib/api/share-file.ts'
import { reportError } from '../../lib/report-error.ts'
import { paths } from '../../lib/paths.ts'
import { useInstantPayments } from '../../lib/session/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Page } from '../../shell/Page.tsx'
import { PageProblem } from '../../shell/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type DetailItem, DetailList } from '../../ui/data/DetailList.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { useCurrencyNames } from './currency-names.ts'
import { RibCode } from './RibCode.tsx'
import { downloadBankDetails, shareBankDetails, viewBankDetails } from './rib-file.ts'
import { bankDetailsQuery } from './rib-queries.ts'
import styles from './RibScreen.module.css'
import { useCopy } from './use-copy.ts'

const RibEmailModal = lazyPart(async () => (await import('./RibEmailModal.tsx')).RibEmailModal)

export function RibScreen() {
  const { t } = useLingui()
  const details = useQuery(bankDetailsQuery())
  const mayReceiveInstantly = useInstantPayments()
  return (
    <Page
      heading={t`Coordonnées bancaires`}
      context={t`À donner à vos clients et à vos débiteurs pour recevoir un paiement.`}
      actions={
        mayReceiveInstantly && (
          <LinkButton icon={QrCode} {...paths.receive()}>
            <Trans>Recevoir par PI</Trans>
          </LinkButton>
        )
      }
    >
      {details.isPending && (
        <Skeleton>
          <SkeletonRows count={8} />
        </Skeleton>
      )}
      {details.isLoadingError && (
        <PageProblem
          title={t`Les coordonnées n’ont pas pu être chargées`}
          error={details.error}
          onRetry={() => void details.refetch()}
        />
      )}
      {details.data &&
        (details.data.answer.length === 0 ? (
          <EmptyState motif="lines" title={t`Aucune coordonnée pour ce compte`} />
        ) : (
          details.data.answer.map((one) => <RibCard key={one.iban} details={one} />)
        ))}
    </Page>
  )
}

function RibCard({ details }: { details: BankDetails }) {
  const { t } = useLingui()
  const copyText = useCopy()
  const currencies = useCurrencyNames()
  const facts = useFacts(details)
  const { currency } = details
  const copyIban = () => void copyText(details.iban, t`L’IBAN a été copié dans le presse-papiers.`)
  const copyAll = () => {
    const lines = [
      `${t`Titulaire`} : ${details.holder}`,
      `IBAN : ${groupByFour(details.iban)}`,
      ...facts.map(({ name, text }) => `${name} : ${text}`),
    ]
    void copyText(lines.join('\n'), t`Les coordonnées bancaires ont été copiées dans le presse-papiers.`)
  }
  return (
    <div className={styles.rib}>
      <section className={styles.card} aria-label={t`RIB en ${currencies[details.currency]}`}>
        <div className={styles.top}>
          <p className="muted small">
            <Trans>Titulaire</Trans>
          </p>
          <p className="h2">{details.holder}</p>
          <p className="muted">
            {details.bank_name} · {details.agency_name}
          </p>
          <p className="muted small">{details.agency_address}</p>
        </div>
        <div className={styles.iban}>
          <div>
            <p className="muted small">IBAN</p>
            <p className={styles.number}>
              {groupByFour(details.iban)
                .split(' ')
                .map((group, index) => (
                  <span key={index}>{group} </span>
                ))}
            </p>
          </div>
          <span className="from-tablet">
            <Button variant="soft" icon={Copy} onClick={copyIban}>
              <Trans>Copier l’IBAN</Trans>
            </Button>
          </span>
          <span className="on-phone">
            <IconButton icon={Copy} look="soft" label={t`Copier l’IBAN`} onClick={copyIban} />
          </span>
        </div>
        <div className={styles.facts}>
          <DetailList
            look="copy"
            facts={facts.map(({ name, text, copied }): DetailItem => ({
              name,
              value: text,
              ...(copied && {
                action: (
                  <IconButton
                    icon={Copy}
                    size="sm"
                    label={t`Copier : ${name}`}
                    onClick={() => void copyText(text.replaceAll(' ', ''), copied)}
                  />
                ),
              }),
            }))}
          />
        </div>
      </section>
      <aside className={`${styles.aside} no-print`}>
        <RibFileButtons />
        <Button isBlock icon={Copy} onClick={copyAll}>
          <Trans>Tout copier</Trans>
        </Button>
        <Button isBlock icon={Printer} onClick={() => print()}>
          <Trans>Imprimer</Trans>
        </Button>
        <RibCode details={details} />
        <div className={styles.well}>
          <h2 className="h3">
            <Trans>Recevoir depuis l’étranger</Trans>
          </h2>
          <p className="muted small">
            {currency === 'XOF' ? (
              <Trans>
                Donnez l’IBAN et le BIC. Un paiement en euros est converti au cours fixe de 655,957 F CFA pour 1 euro.
              </Trans>
            ) : (
              <Trans>
                Donnez l’IBAN et le BIC. Ce compte est tenu en {currency} : un paiement dans cette monnaie n’est pas
                converti.
              </Trans>
            )}
          </p>
        </div>
      </aside>
    </div>
  )
}

function RibFileButtons() {
  const { t } = useLingui()
  const [isSending, setSending] = useState(false)
  const [fetching, setFetching] = useState<'download' | 'view' | 'share' | null>(null)
  const fetchFile = async (way: 'download' | 'view' | 'share', work: () => Promise<void>) => {
    if (fetching) return
    setFetching(way)
    await work().catch(reportError)
    setFetching(null)
  }
  return (
    <>
      {/* Phones send a RIB by their share sheet: it comes first where there is one. */}
      {canShareFiles() && (
        <Button
          variant="primary"
          isBlock
          icon={Share2}
          isBusy={fetching === 'share'}
          onClick={() => void fetchFile('share', () => shareBankDetails(t`Coordonnées bancaires`))}
        >
          <Trans>Partager le RIB</Trans>
        </Button>
      )}
      <Button
        variant={canShareFiles() ? 'secondary' : 'primary'}
        isBlock
        icon={Download}
        isBusy={fetching === 'download'}
        onClick={() => void fetchFile('download', downloadBankDetails)}
      >
        <Trans>Télécharger le RIB (PDF)</Trans>
      </Button>
      <Button
        isBlock
        icon={Eye}
        isBusy={fetching === 'view'}
        onClick={() => void fetchFile('view', () => viewBankDetails(t`Coordonnées bancaires`))}
      >
        <Trans>Afficher le RIB</Trans>
      </Button>
      <Button isBlock icon={Mail} onClick={() => setSending(true)}>
        <Trans>Envoyer par e-mail</Trans>
      </Button>
      {isSending && <RibEmailModal onClose={() => setSending(false)} />}
    </>
  )
}

type Line = { name: string; text: string; copied?: string }

/** The lines under the IBAN. Those that a currency account lacks are left out. */
function useFacts(details: BankDetails): Line[] {
  const { t } = useLingui()
  const currencies = useCurrencyNames()
  const correspondent = [details.correspondent_bank, details.correspondent_bic]
    .filter((part) => part !== null)
    .join(', ')
  const lines: (Line | false)[] = [
    { name: t`BIC`, text: details.bic, copied: t`Le BIC a été copié dans le presse-papiers.` },
    details.swift !== details.bic && { name: t`Code Swift`, text: details.swift },
    { name: t`Code banque`, text: details.bank_code },
    { name: t`Code guichet`, text: details.agency_code },
    {
      name: t`Numéro de compte`,
      text: groupByFour(details.account_number),
      copied: t`Le numéro de compte a été copié dans le presse-papiers.`,
    },
    { name: t`Clé RIB`, text: details.key },
    correspondent !== '' && { name: t`Banque correspondante`, text: correspondent },
    { name: t`Devise`, text: `${currencies[details.currency]} (${details.currency})` },
  ]
  return lines.filter((line) => line !== false)
}
