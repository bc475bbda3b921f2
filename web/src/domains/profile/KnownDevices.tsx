import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listDevices, listSessions, revokeDevice, type UserDevice } from 'contract/access/profile.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'
import { ActionRow, ActionRows } from '../../shell/ActionRow.tsx'
import { deviceIcons, deviceName } from '../../shell/devices.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'

/** The browsers that sign in without a second step; each can be forgotten. */
export function KnownDevices({ onForgotten }: { onForgotten: () => void }) {
  const { t } = useLingui()
  const devices = useQuery(callQuery(listDevices, {}))
  if (devices.isLoadingError) return <InlineAlert tone="danger" title={devices.error.message} />
  const others = devices.data?.answer.filter(({ is_current }) => !is_current) ?? []
  if (others.length === 0) return null
  return (
    <section aria-label={t`Appareils reconnus`}>
      <h3 className="h3">
        <Trans>Appareils reconnus</Trans>
      </h3>
      <p className="muted small">
        <Trans>
          Leur prochaine connexion ne demandera rien de plus que le mot de passe. Oubliez ceux que vous n’utilisez plus.
        </Trans>
      </p>
      <ActionRows>
        {others.map((one) => (
          <Row key={one.id} device={one} onForgotten={onForgotten} />
        ))}
      </ActionRows>
    </section>
  )
}

function Row({ device: one, onForgotten }: { device: UserDevice; onForgotten: () => void }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const revoke = useCall(revokeDevice, { refreshes: [listDevices, listSessions] })
  const { id, device, address, last_seen_at } = one
  const name = deviceName(device) || t`Un programme`
  return (
    <ActionRow
      icon={deviceIcons[device.kind]}
      name={name}
      notes={[[t`Vu le ${dateTime(fromUnix(last_seen_at))}`, address].filter(Boolean).join(' · ')]}
      error={revoke.error}
    >
      <Button
        size="sm"
        isBusy={revoke.isPending}
        onClick={() => revoke.mutate({ params: { id } }, { onSuccess: onForgotten })}
      >
        <Trans>Oublier</Trans>
        <span className="sr"> {name}</span>
      </Button>
    </ActionRow>
  )
}
