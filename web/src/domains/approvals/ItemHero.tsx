import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ItemDetail } from 'contract/transfers/signatures.ts'
import type { Currency } from 'contract/values/money.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { identityOfName, textIn } from 'contract/values/identity.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { reportError } from '../../lib/report-error.ts'
import { IdentityPicture } from '../../shell/Identity.tsx'
import { Money } from '../../shell/Money.tsx'
import { ItemSignatures } from './SignatureList.tsx'
import styles from './SignaturePanel.module.css'
import { useOpenItem } from './use-open-item.ts'

/** The amount with its signatures, who it is for, and the link to its lines or details. */
export function ItemHero({ item }: { item: ItemDetail }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { moneyText } = useFormats()
  const { amount, currency, identity, bank_name, iban, kind, count, mandate_limit } = item
  const limit = mandate_limit && moneyText(mandate_limit.amount, mandate_limit.currency)
  const open = useOpenItem()
  return (
    <div className={styles.hero}>
      {amount !== null && currency !== null && (
        <p className={styles.heroAmount}>
          <Money amount={amount} currency={currency} size="lg" />
          <ItemSignatures item={item} />
        </p>
      )}
      {item.received && currency !== null && <Received received={item.received} debited={currency} />}
      <div className={styles.to}>
        <IdentityPicture identity={identity} size="lg" />
        <div>
          <b>{textIn(identity.name, language)}</b>
          <span className="muted">{bank_name ?? (identity.memo && textIn(identity.memo, language))}</span>
          {iban !== null && <span className="muted num">{groupByFour(iban)}</span>}
        </div>
      </div>
      {kind === 'mandate' && item.detail !== null && (
        <p className="muted num">
          {t`Référence du mandat : ${item.detail}`}
          <br />
          {limit === null
            ? t`Sans plafond : le créancier fixe chaque montant.`
            : t`Plafond d’un prélèvement : ${limit}`}
        </p>
      )}
      {kind !== 'transfer' && kind !== 'batch' && (
        <p>
          <button type="button" className="link" onClick={() => void open(item).catch(reportError)}>
            {t`Voir tous les détails`}
          </button>
        </p>
      )}
      {kind === 'batch' && (
        <p>
          <Link className="link" {...paths.batch(item.id)} search={{ account: item.account.uuid }}>
            {t`${plural(count ?? 0, { one: 'Examiner la ligne', other: 'Examiner les # lignes' })}`}
          </Link>
        </p>
      )}
    </div>
  )
}

/** What the payee receives in another currency, and at which rate. */
function Received({ received, debited }: { received: NonNullable<ItemDetail['received']>; debited: Currency }) {
  const { t } = useLingui()
  const { moneyText, language, unitOf } = useFormats()
  const { amount, currency, rate } = received
  const foreign = currency === 'XOF' ? debited : currency
  const figure = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { maximumFractionDigits: 8 }).format(rate)
  return (
    <p className="muted num">
      {t`Reçu par le bénéficiaire : ${moneyText(amount, currency)}`}
      <br />
      {`1\u00A0${foreign} = ${figure}\u00A0${unitOf('XOF')}`}
    </p>
  )
}

/** The author and the text of the request, as a sentence. */
export function AuthorRequest({ item, name }: { item: ItemDetail; name: string }) {
  const { dateTime } = useFormats()
  const at = dateTime(fromUnix(item.waits_since))
  const language = useLanguage()
  const { memo } = item.identity
  const message = item.comment ?? (item.kind === 'transfer' && memo !== null ? textIn(memo, language) : null)
  return (
    <div className={styles.ask}>
      <IdentityPicture identity={identityOfName(name, null, false)} size="sm" />
      <div>
        <p className="num">
          <Trans>
            <b>{name}</b> vous le demande · {at}
          </Trans>
        </p>
        {message !== null && <p>{message}</p>}
      </div>
    </div>
  )
}
