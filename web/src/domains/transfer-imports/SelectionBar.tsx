import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Import } from 'contract/transfers/imports.ts'
import { Send, TriangleAlert } from 'lucide-react'
import { useIsOnline } from '../../lib/api/online.ts'
import { useFormats } from '../../lib/formats.ts'
import { Money } from '../../shell/Money.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { StickyBar } from '../../ui/StickyBar.tsx'
import styles from './ImportScreen.module.css'

type Props = {
  summary: Import['summary']
  /** The number of selected lines. */
  chosen: number
  /** Fees and taxes of the selected lines. */
  charges: number
  /** Whether a change of the lines is being saved. */
  isChanging: boolean
  isSending: boolean
  onSend: () => void
}

/** The totals of the selected lines, and the button that sends them. */
export function SelectionBar({ summary, chosen, charges, isChanging, isSending, onSend }: Props) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const isOnline = useIsOnline()
  const { total, balance, missing, invalid, currency } = summary
  const [available, over, ofCharges] = [
    moneyText(balance, currency),
    moneyText(missing, currency),
    moneyText(charges, currency),
  ]
  return (
    <StickyBar label={t`Sélection`}>
      <p aria-live="polite">
        <span className="muted small">{t`${plural(chosen, { one: '# virement sélectionné', other: '# virements sélectionnés' })}`}</span>
        <br />
        <Money amount={total} currency={currency} size="title" />{' '}
        {missing > 0 && (
          <span className={styles.over}>
            <Icon shape={TriangleAlert} size="sm" /> {t`dépasse le solde de ${over}`}
          </span>
        )}
        <br />
        <span className="muted small">
          {charges > 0
            ? t`dont ${ofCharges} de frais et taxes · solde disponible ${available}`
            : t`solde disponible ${available}`}
          {invalid > 0 &&
            ` · ${t`${plural(invalid, { one: '# erreur reste ici', other: 'les # erreurs restent ici' })}`}`}
        </span>
      </p>
      <Button
        variant="primary"
        icon={Send}
        disabled={!isOnline || chosen === 0 || missing > 0 || isChanging}
        isBusy={isSending}
        onClick={onSend}
      >
        <Trans>Envoyer les virements</Trans>
      </Button>
    </StickyBar>
  )
}
