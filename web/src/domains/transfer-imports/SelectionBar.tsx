import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { downloadImportErrors, type Import } from 'contract/transfers/imports.ts'
import { Send } from 'lucide-react'
import { callFile } from '../../lib/api/call.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { useFormats } from '../../lib/formats.ts'
import { reportError } from '../../lib/report-error.ts'
import { ActionBar, BarAction } from '../../ui/ActionBar.tsx'
import { Button } from '../../ui/Button.tsx'

type Props = {
  draft: Import
  /** The number of selected lines. */
  chosen: number
  /** Fees and taxes of the selected lines. */
  charges: number
  /** Whether a change of the lines is being saved. */
  isChanging: boolean
  isSending: boolean
  onSend: () => void
}

/** The totals of the selected lines, the file of those with errors, and the button that sends the selected ones. */
export function SelectionBar({ draft: { import_id, summary }, chosen, charges, isChanging, isSending, onSend }: Props) {
  const { t } = useLingui()
  const { moneyText } = useFormats()
  const isOnline = useIsOnline()
  const { total, balance, missing, invalid, currency } = summary
  const [available, over, ofCharges, sum] = [
    moneyText(balance, currency),
    moneyText(missing, currency),
    moneyText(charges, currency),
    moneyText(total, currency),
  ]
  const selected = t`${plural(chosen, { one: '# virement sélectionné', other: '# virements sélectionnés' })}`
  const money =
    missing > 0
      ? t`dépasse le solde de ${over}`
      : charges > 0
        ? t`dont ${ofCharges} de frais et taxes · solde disponible ${available}`
        : t`solde disponible ${available}`
  const errors = () =>
    void callFile(downloadImportErrors, { params: { id: import_id } })
      .then(saveFile)
      .catch(reportError)
  return (
    <ActionBar
      label={t`Sélection`}
      title={`${selected} · ${sum}`}
      detail={[
        money,
        invalid > 0 && t`${plural(invalid, { one: '# erreur reste ici', other: 'les # erreurs restent ici' })}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {invalid > 0 && (
        <BarAction onPress={errors}>
          <Trans>Fichier des erreurs</Trans>
        </BarAction>
      )}
      <Button
        variant="primary"
        icon={Send}
        disabled={!isOnline || chosen === 0 || missing > 0 || isChanging}
        isBusy={isSending}
        onClick={onSend}
      >
        <Trans>Envoyer les virements</Trans>
      </Button>
    </ActionBar>
  )
}
