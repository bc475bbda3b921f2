import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { AlertPreferences, PushDevice } from 'contract/access/alerts.ts'
import { BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { errorLabels } from '../../lib/report-error.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { pushDevice } from '../../lib/push-device.ts'
import { ActionRow, ActionRows } from '../../shell/ActionRow.tsx'
import { deviceIcons, deviceName } from '../../shell/devices.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { useRemovePushDevice } from './alert-queries.ts'
import styles from './alerts.module.css'
import { pushOffer, switchPushOff, switchPushOn } from './push.ts'

type Props = { push: NonNullable<AlertPreferences['push']>; onChanged: () => Promise<unknown> }

/** The push switch of this browser, and the other devices. It takes effect at once and is not part of the form. */
export function PushSection({ push: { public_key, devices }, onChanged }: Props) {
  const { t } = useLingui()
  // Displayed inside the dialog: screen readers ignore what is behind it.
  const [announcement, setAnnouncement] = useState('')
  const [offer, setOffer] = useState(pushOffer)
  const own = devices.find(({ id }) => id === pushDevice())
  const isOn = own !== undefined && offer === 'offered'
  const turn = useMutation({
    mutationFn: async () => {
      if (isOn) await switchPushOff(own.id)
      else if (!(await switchPushOn(public_key))) return
      await onChanged()
      setAnnouncement(
        isOn
          ? t`Les notifications sont désactivées sur cet appareil.`
          : t`Les notifications sont activées sur cet appareil.`,
      )
    },
    // In some browsers, one refusal blocks notifications permanently.
    onSettled: () => setOffer(pushOffer()),
  })
  // The browser's own error message is technical and is not displayed.
  const turnError =
    turn.error instanceof DOMException
      ? t`Ce navigateur n’a pas pu joindre son service de notifications. Réessayez plus tard.`
      : errorLabels(turn.error)
  const others = devices.filter(({ id }) => !isOn || id !== own.id)
  return (
    <section aria-labelledby="push-heading" className={styles.push}>
      <h3 className={styles.group} id="push-heading">
        <Trans>Sur cet appareil</Trans>
      </h3>
      <p className="small muted">
        <Trans>
          Une notification, même quand l’espace client est fermé. Elle dit ce qui arrive, jamais de montant, de nom ni
          de numéro de compte.
        </Trans>
      </p>
      <p className="sr" role="status">
        {announcement}
      </p>
      {turn.error && <InlineAlert tone="danger" title={turnError} />}
      {offer === 'offered' && (
        <div className={styles.device}>
          <Tile icon={isOn ? BellRing : BellOff} tone={isOn ? 'brand' : 'plain'} />
          <b className={styles.text}>
            {isOn ? <Trans>Notifications activées</Trans> : <Trans>Notifications désactivées</Trans>}
          </b>
          <Button
            size="sm"
            {...(!isOn && { variant: 'primary' as const })}
            isBusy={turn.isPending}
            onClick={() => turn.mutate()}
          >
            {isOn ? <Trans>Désactiver</Trans> : <Trans>Activer</Trans>}
          </Button>
        </div>
      )}
      {offer === 'none' && (
        <InlineAlert tone="info" title={t`Ce navigateur ne propose pas de notifications`}>
          <Trans>Un navigateur à jour les propose, hors navigation privée.</Trans>
        </InlineAlert>
      )}
      {offer === 'home-screen' && (
        <InlineAlert tone="info" title={t`Ajoutez d’abord Connect à votre écran d’accueil`}>
          <Trans>Touchez Partager, puis « Sur l’écran d’accueil ». Ouvrez Connect de là et revenez à ce choix.</Trans>
        </InlineAlert>
      )}
      {offer === 'blocked' && (
        <InlineAlert tone="warning" title={t`Les notifications de ce site sont bloquées dans votre navigateur`}>
          <Trans>
            Ouvrez les réglages du site, à gauche de l’adresse, autorisez les notifications, puis rechargez la page.
          </Trans>
        </InlineAlert>
      )}
      {others.length > 0 && (
        <>
          <h4 className={styles.group}>
            <Trans>Vos autres appareils</Trans>
          </h4>
          <ActionRows>
            {others.map((device) => (
              <Row key={device.id} known={device} onRemoved={() => setAnnouncement(t`L’appareil est retiré.`)} />
            ))}
          </ActionRows>
        </>
      )}
    </section>
  )
}

function Row({ known: { id, device, last_used_at }, onRemoved }: { known: PushDevice; onRemoved: () => void }) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const remove = useRemovePushDevice()
  const name = deviceName(device) || t`Un programme`
  const seen = dateTime(fromUnix(last_used_at))
  return (
    <ActionRow icon={deviceIcons[device.kind]} name={name} notes={[t`Vu le ${seen}`]} error={remove.error}>
      <Button
        size="sm"
        isBusy={remove.isPending}
        onClick={() => remove.mutate({ params: { id } }, { onSuccess: onRemoved })}
      >
        <Trans>Retirer</Trans>
        <span className="sr"> {name}</span>
      </Button>
    </ActionRow>
  )
}
