import { Trans, useLingui } from '@lingui/react/macro'
import {
  CodeReference,
  getPaymentCodeFile,
  type PaymentAlias,
  paymentCodeOf,
  type ReceiverKind,
} from 'contract/accounts/payment-aliases.ts'
import { paymentQrText } from 'contract/values/payment-qr.ts'
import { Download, FileText, Share2 } from 'lucide-react'
import { useState } from 'react'
import { callFile } from '../../../lib/api/call.ts'
import { useIsOnline } from '../../../lib/api/online.ts'
import { saveFile } from '../../../lib/api/save-file.ts'
import { canShareFiles, shareFile } from '../../../lib/api/share-file.ts'
import { reportError } from '../../../lib/report-error.ts'
import { MoneyField } from '../../../shell/forms/MoneyField.tsx'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { Money } from '../../../shell/Money.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import styles from './ReceiveScreen.module.css'

const QrCode = lazyPart(async () => (await import('../../../ui/QrCode.tsx')).QrCode)

type Props = { addresses: readonly PaymentAlias[]; receiver: ReceiverKind; holder: string }
type Draft = { alias: string; amount: number | string | null; reference: string }

/** The amount of a code: null while the payer types it, or while the field is unreadable. */
const amountOf = ({ amount }: Draft) => (typeof amount === 'number' && amount > 0 && amount < 1e12 ? amount : null)
const referenceOf = ({ reference }: Draft) => (CodeReference.safeParse(reference).success ? reference : null)

/** The payment code of an address, with or without an amount: as a picture, a PDF, or by the share sheet. */
export function PaymentCode({ addresses, receiver, holder }: Props) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<Draft>({ alias: addresses[0]?.value ?? '', amount: null, reference: '' })
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const chosen = addresses.find(({ value }) => value === draft.alias) ?? addresses[0]
  const [amount, reference] = [amountOf(draft), referenceOf(draft)]
  if (!chosen || chosen.value === null) return null
  const text = paymentQrText(paymentCodeOf(receiver, chosen.value, { amount, reference }))
  return (
    <section aria-labelledby="code-title" className={styles.code}>
      <h2 id="code-title" className="h2">
        <Trans>Votre code QR</Trans>
      </h2>
      <figure className={styles.picture}>
        {/* Its place is kept while it is loaded. */}
        <div className={styles.square}>
          <QrCode
            text={text}
            label={amount === null ? t`Code QR de paiement, sans montant` : t`Code QR de paiement, avec montant`}
          />
        </div>
        <figcaption>
          <b>{holder}</b>
          {amount !== null && <Money amount={amount} currency="XOF" signs="plain" />}
        </figcaption>
      </figure>
      {addresses.length > 1 && (
        <SelectField
          label={t`Adresse de paiement`}
          name="alias"
          options={addresses.map(({ value }) => ({ value: value ?? '', label: value ?? '' }))}
          value={chosen.value}
          onChange={(alias) => set({ alias })}
        />
      )}
      <MoneyField
        label={t`Montant`}
        help={t`Sans montant, c’est le payeur qui le saisit.`}
        isOptional
        name="amount"
        size="md"
        currency="XOF"
        value={draft.amount}
        onChange={(value) => set({ amount: value })}
      />
      <TextField
        label={t`Référence`}
        help={t`Lettres sans accent et chiffres : elle revient avec le paiement.`}
        isOptional
        name="reference"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={25}
        value={draft.reference}
        onChange={(typed) => set({ reference: typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') })}
      />
      {/* No code without amount while the field shows that its amount is wrong. */}
      {typeof draft.amount !== 'string' && (
        <CodeButtons id={chosen.id} text={text} amount={amount} reference={reference} />
      )}
    </section>
  )
}

type ButtonProps = { id: string; text: string; amount: number | null; reference: string | null }

function CodeButtons({ id, text, amount, reference }: ButtonProps) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const [busy, setBusy] = useState<'png' | 'pdf' | 'share' | null>(null)
  const act = async (way: 'png' | 'pdf' | 'share', work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(way)
    await work().catch(reportError)
    setBusy(null)
  }
  const picture = async () => {
    const { codePicture } = await import('./code-picture.ts')
    return { name: t`code-pi.png`, content: await codePicture(text) }
  }
  const pdf = () =>
    callFile(getPaymentCodeFile, {
      params: { id },
      query: {
        ...(amount !== null && { amount: String(amount) }),
        ...(reference !== null && { reference }),
      },
    })
  return (
    <div className={styles.actions}>
      {canShareFiles() && (
        <Button
          variant="primary"
          icon={Share2}
          isBusy={busy === 'share'}
          onClick={() => void act('share', async () => shareFile(await picture(), t`Code QR de paiement`))}
        >
          <Trans>Partager</Trans>
        </Button>
      )}
      <Button
        icon={Download}
        isBusy={busy === 'png'}
        onClick={() => void act('png', async () => saveFile(await picture()))}
      >
        <Trans>Image</Trans>
      </Button>
      <Button
        icon={FileText}
        isBusy={busy === 'pdf'}
        disabled={!isOnline}
        onClick={() => void act('pdf', async () => saveFile(await pdf()))}
      >
        <Trans>PDF à imprimer</Trans>
      </Button>
    </div>
  )
}
