import { Trans, useLingui } from '@lingui/react/macro'
import { type BankDocument, type DocumentFormat, type DocumentType, formatsOf } from 'contract/accounts/statements.ts'
import { textIn } from 'contract/values/identity.ts'
import { Download, Eye, FileText } from 'lucide-react'
import { useIsOnline } from '../../lib/api/online.ts'
import { fromPlainDate, useFormats } from '../../lib/formats.ts'
import { ofName, useLanguage } from '../../lib/language.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { Tag } from '../../ui/data/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { menuItemClass } from '../../ui/overlays/Menu.tsx'
import { RowMenu } from '../../ui/overlays/RowMenu.tsx'
import { type Column, Subject } from '../../ui/data/Table.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { downloadDocument, viewDocument } from './document-queries.ts'
import { useFetching } from '../../lib/use-fetching.ts'
import styles from './StatementListScreen.module.css'

/** The fees of a year are read beside the year. */
type ListedFormat = Exclude<DocumentFormat, 'fees'>

const formatNames: Record<ListedFormat, string> = {
  pdf: 'PDF',
  camt053: 'camt.053 (XML)',
  mt940: 'MT940',
  camt054: 'camt.054 (XML)',
  mt900: 'MT900',
  mt910: 'MT910',
  mt103: 'MT103',
  pacs008: 'pacs.008 (XML)',
}

type Choice = {
  isChosen: (document: BankDocument) => boolean
  onChoose: (document: BankDocument, isChosen: boolean) => void
}

/** The title of a document: its month, or its counterparty. */
function useNames() {
  const { t } = useLingui()
  const { month, rowDate } = useFormats()
  const language = useLanguage()
  return ({ type, from, identity }: BankDocument): string => {
    if (type === 'statements') return month(fromPlainDate(from))
    const day = rowDate(fromPlainDate(from))
    if (identity === null) return day
    const name = textIn(identity.name, language)
    return t`${name}, ${day}`
  }
}

/** The title of an opened document, which has no list around it. */
function useViewerTitle() {
  const { t } = useLingui()
  const { ofMonth } = useFormats()
  return ({ type, amount, from, identity }: BankDocument, name: string): string => {
    const month = ofMonth(fromPlainDate(from))
    if (type === 'statements') return t`Relevé ${month}`
    if (type !== 'avis') return name
    const notice = identity?.state === 'unpaid' ? t`Avis d’impayé` : amount < 0 ? t`Avis de débit` : t`Avis de crédit`
    return `${notice} · ${name}`
  }
}

export function useDocumentColumns(type: DocumentType, { isChosen, onChoose }: Choice): Column<BankDocument>[] {
  const { t } = useLingui()
  const { rowDate, count, moneyText } = useFormats()
  const nameOf = useNames()
  const language = useLanguage()
  const memoOf = ({ identity }: BankDocument) => identity?.memo && textIn(identity.memo, language)
  const day = ({ from }: BankDocument) => rowDate(fromPlainDate(from))
  const moneyOf = ({ amount, currency }: BankDocument) =>
    moneyText(amount, currency, type === 'avis' ? 'movement' : 'balance')
  const pick: Column<BankDocument> = {
    id: 'pick',
    kind: 'pick',
    head: t`Choisir`,
    isHeadHidden: true,
    cell: (document) => (
      <label className={styles.pick}>
        <Checkbox
          aria-label={t`Choisir : ${nameOf(document)}`}
          checked={isChosen(document)}
          onChange={(isChecked) => onChoose(document, isChecked)}
        />
      </label>
    ),
  }
  const acts: Column<BankDocument> = {
    id: 'acts',
    kind: 'acts',
    head: t`Actions`,
    isHeadHidden: true,
    cell: (document) => <Acts document={document} name={nameOf(document)} />,
  }
  if (type === 'statements')
    return [
      pick,
      {
        id: 'period',
        kind: 'main',
        head: t`Période`,
        cell: (document) => (
          <Subject
            tile={<Tile icon={FileText} className="from-tablet" />}
            title={<Title document={document} text={nameOf(document)} />}
            detail={
              <>
                <span className="from-tablet">{t`Disponible depuis le ${rowDate(fromPlainDate(document.available_on))}`}</span>
                <span className="on-phone">{moneyOf(document)}</span>
              </>
            }
          />
        ),
      },
      {
        id: 'number',
        kind: 'text',
        head: t`Numéro`,
        isWideOnly: true,
        cell: ({ reference }) => <span className="small muted num nowrap">{reference}</span>,
      },
      { id: 'operations', kind: 'figure', head: t`Opérations`, cell: ({ operations }) => count(operations) },
      {
        id: 'closing',
        kind: 'figure',
        head: t`Solde de fin de mois`,
        cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      acts,
    ]
  const subject: Column<BankDocument> = {
    id: 'subject',
    kind: 'main',
    head: type === 'avis' ? t`Avis` : t`Contrepartie`,
    cell: (document) => (
      <Subject
        tile={document.identity && <IdentityPicture identity={document.identity} state={document.identity.state} />}
        title={
          <Title
            document={document}
            text={document.identity ? textIn(document.identity.name, language) : day(document)}
          />
        }
        detailOnPhone={day(document)}
        detail={
          <>
            <span className="from-tablet">{memoOf(document)}</span>
            <span className="on-phone">{moneyOf(document)}</span>
          </>
        }
      />
    ),
  }
  const amount: Column<BankDocument> = {
    id: 'amount',
    kind: 'figure',
    head: t`Montant`,
    cell: (document) => (
      <Money
        amount={document.amount}
        currency={document.currency}
        {...(type === 'avis' && { signs: 'movement' as const })}
      />
    ),
  }
  const message: Column<BankDocument> = {
    id: 'kind',
    kind: 'text',
    head: t`Message`,
    isWideOnly: true,
    cell: ({ reference }) => (
      <span className={styles.muted}>
        <Tag>MT103</Tag> {reference}
      </span>
    ),
  }
  return [
    pick,
    { id: 'date', kind: 'date', head: t`Date`, cell: day },
    subject,
    ...(type === 'swift' ? [message] : []),
    amount,
    acts,
  ]
}

function Title({ document, text }: { document: BankDocument; text: string }) {
  const { t } = useLingui()
  const titleOf = useViewerTitle()
  const { fetchFile } = useFetching()
  return (
    <button
      type="button"
      data-row-act
      className={cx(styles.title, document.is_new && styles.new)}
      onClick={() => void fetchFile(() => viewDocument(document.id, titleOf(document, text)))}
    >
      {text}
      {document.is_new && <span className="sr"> {t`(nouveau)`}</span>}
    </button>
  )
}

function Acts({ document, name }: { document: BankDocument; name: string }) {
  const { t } = useLingui()
  const titleOf = useViewerTitle()
  const { isFetching, fetchFile } = useFetching()
  const isOnline = useIsOnline()
  const { id } = document
  const formats = formatsOf(document)
  const download = (format: ListedFormat) => void fetchFile(() => downloadDocument(id, format))
  return (
    <span className={styles.acts} aria-busy={isFetching || undefined}>
      <IconButton
        icon={Eye}
        label={t`Afficher : ${name}`}
        disabled={!isOnline}
        onClick={() => void fetchFile(() => viewDocument(id, titleOf(document, name)))}
      />
      <span className={formats.length > 1 ? 'from-tablet' : undefined}>
        <IconButton
          icon={Download}
          label={t`Télécharger : ${name}`}
          disabled={!isOnline}
          onClick={() => download('pdf')}
        />
      </span>
      {formats.length > 1 && (
        <RowMenu label={t`Formats ${ofName(name)}`} disabled={!isOnline}>
          {(close) =>
            formats.map((format) => (
              <button
                key={format}
                type="button"
                role="menuitem"
                className={menuItemClass()}
                onClick={() => {
                  close()
                  download(format)
                }}
              >
                <Icon shape={Download} size="sm" />
                <Trans>Télécharger en {formatNames[format]}</Trans>
              </button>
            ))
          }
        </RowMenu>
      )}
    </span>
  )
}
