import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endUserSession, listSessions, type UserSession } from 'contract/access/profile.ts'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'
import { ActionRow, ActionRows } from '../../shell/ActionRow.tsx'
import { deviceIcons, deviceName } from '../../shell/devices.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { KnownDevices } from './KnownDevices.tsx'
import type { DetailProps } from './detail.ts'

/** The user's current and recent sessions; other sessions can be ended here. */
export function SessionsModal({ onBack }: DetailProps) {
  const { t } = useLingui()
  const sessions = useQuery(callQuery(listSessions, {}))
  // Displayed inside the dialog: screen readers ignore what is behind it.
  const [announcement, setAnnouncement] = useState('')
  const endOthers = useCall(endOtherSessions, { refreshes: [listSessions] })
  const others = sessions.data?.answer.some(({ is_open, is_current }) => is_open && !is_current) ?? false
  return (
    <Modal
      title={t`Appareils connectés`}
      onClose={onBack}
      foot={
        <>
          {others && (
            <Button
              icon={LogOut}
              isBusy={endOthers.isPending}
              onClick={() =>
                endOthers.mutate({}, { onSuccess: () => setAnnouncement(t`Les autres appareils sont déconnectés.`) })
              }
            >
              <Trans>Déconnecter les autres</Trans>
            </Button>
          )}
          <Button variant="primary" onClick={onBack}>
            <Trans>Retour</Trans>
          </Button>
        </>
      }
    >
      <p className="muted">
        <Trans>Vous ne reconnaissez pas un appareil ? Déconnectez-le, puis changez votre mot de passe.</Trans>
      </p>
      {(sessions.error ?? endOthers.error) && (
        <InlineAlert tone="danger" title={(sessions.error ?? endOthers.error)?.message} />
      )}
      <p className="sr" role="status">
        {announcement}
      </p>
      {sessions.data ? (
        <ActionRows>
          {sessions.data.answer.map((session) => (
            <Row key={session.id} session={session} onEnded={() => setAnnouncement(t`L’appareil est déconnecté.`)} />
          ))}
        </ActionRows>
      ) : (
        sessions.isPending && (
          <Skeleton>
            <SkeletonRows count={3} hasTile />
          </Skeleton>
        )
      )}
      <KnownDevices onForgotten={() => setAnnouncement(t`L’appareil est oublié.`)} />
    </Modal>
  )
}

function Row({ session, onEnded }: { session: UserSession; onEnded: () => void }) {
  const { id, device, address, opened_at, last_active_at, is_current, is_open } = session
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const end = useCall(endUserSession, { refreshes: [listSessions] })
  const opened = dateTime(fromUnix(opened_at))
  const seen = dateTime(fromUnix(last_active_at))
  const name = deviceName(device) || t`Un programme`
  return (
    <ActionRow
      icon={deviceIcons[device.kind]}
      isCurrent={is_current}
      isOver={!is_open}
      name={name}
      notes={[
        is_current ? t`Cet appareil` : is_open ? t`Actif le ${seen}` : t`Terminée, vue le ${seen}`,
        [t`Ouverte le ${opened}`, address].filter(Boolean).join(' · '),
      ]}
      error={end.error}
    >
      {is_open && !is_current && (
        <Button size="sm" isBusy={end.isPending} onClick={() => end.mutate({ params: { id } }, { onSuccess: onEnded })}>
          <Trans>Déconnecter</Trans>
          <span className="sr"> {name}</span>
        </Button>
      )}
    </ActionRow>
  )
}
