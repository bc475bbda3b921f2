import { useLingui } from '@lingui/react/macro'
import type { Transfer } from 'contract/transfers/transfers.ts'
import { announce } from '../../lib/banners.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { reportError } from '../../lib/report-error.ts'
import { Switch } from '../../ui/fields/Switch.tsx'
import { useChangeTransfer } from './transfer-queries.ts'

/** Pauses a series, or resumes it with the password. */
export function SeriesSwitch({ transfer }: { transfer: Transfer }) {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const change = useChangeTransfer()
  const { id, enabled, actions, beneficiary } = transfer
  const may = actions.includes(enabled ? 'pause' : 'resume')
  if (!may) return null
  return (
    <Switch
      label={t`Virement régulier vers ${beneficiary.name}`}
      isOn={enabled === true}
      isDisabled={!isOnline || change.isPending}
      onChange={(isOn) =>
        change.mutate(
          {
            params: { id },
            body: { enabled: isOn },
            done: () =>
              announce(isOn ? t`Le virement permanent a été réactivé.` : t`Le virement permanent est en pause.`),
          },
          { onError: reportError },
        )
      }
    />
  )
}
