import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  type Factors,
  getFactors,
  type Passkey,
  prepareCodes,
  removeCodes,
  removePasskey,
  renewRecoveryCodes,
} from 'contract/access/factors.ts'
import { Fingerprint, LifeBuoy, Plus, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { hasPasskeys } from '../../lib/passkey-support.ts'
import { renewSession } from '../../lib/api/call.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'
import { ActionRow, ActionRows } from '../../shell/ActionRow.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import { CodesModal } from './CodesModal.tsx'
import type { DetailProps } from './detail.ts'
import { hasFactor } from './has-factor.ts'
import { PasskeyModal } from './PasskeyModal.tsx'
import { RecoveryCodesModal } from './RecoveryCodesModal.tsx'

type Step =
  | { name: 'list' }
  | { name: 'passkey' }
  | { name: 'codes'; before: Factors; secret: string; uri: string }
  | { name: 'recovery'; codes: readonly string[] }

/** The user's second factors: passkeys, an application for codes, and recovery codes. */
export function FactorsModal({ onBack }: DetailProps) {
  const [step, setStep] = useState<Step>({ name: 'list' })
  const toList = () => setStep({ name: 'list' })
  const done = (codes: readonly string[] | null) => {
    // The session says which factors its user has.
    void renewSession().catch(() => null)
    setStep(codes ? { name: 'recovery', codes } : { name: 'list' })
  }
  if (step.name === 'passkey') return <PasskeyModal onBack={toList} onDone={done} />
  if (step.name === 'codes') return <CodesModal {...step} onBack={toList} onDone={done} />
  if (step.name === 'recovery') return <RecoveryCodesModal codes={step.codes} onDone={toList} />
  return <FactorList onBack={onBack} onStep={setStep} />
}

function FactorList({ onBack, onStep }: { onBack: () => void; onStep: (step: Step) => void }) {
  const { t } = useLingui()
  const { longDate } = useFormats()
  const factors = useQuery(callQuery(getFactors, {}))
  const [announcement, setAnnouncement] = useState('')
  const prepare = useCall(prepareCodes)
  const renew = useCall(renewRecoveryCodes, { refreshes: [getFactors] })
  const end = useCall(removeCodes, { refreshes: [getFactors] })
  const error = factors.error ?? prepare.error ?? renew.error ?? end.error
  const data = factors.data?.answer
  const onRemoved = () => {
    void renewSession().catch(() => null)
    setAnnouncement(t`C’est fait.`)
  }
  return (
    <Modal
      title={t`Sécurité`}
      onClose={onBack}
      foot={
        <Button variant="primary" onClick={onBack}>
          <Trans>Retour</Trans>
        </Button>
      }
    >
      <p className="muted">
        <Trans>
          Une clé d’accès (empreinte, visage ou code de votre appareil) ou une application de codes protège votre argent
          même de qui connaît votre mot de passe.
        </Trans>
      </p>
      {error && error.name !== 'NotConfirmed' && <InlineAlert tone="danger" title={error.message} />}
      <p className="sr" role="status">
        {announcement}
      </p>
      {data ? (
        <ActionRows>
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={onRemoved} />
          ))}
          {hasPasskeys() && (
            <ActionRow
              icon={Fingerprint}
              name={t`Clé d’accès`}
              notes={[t`Se connecter et confirmer sans mot de passe`]}
            >
              <Button size="sm" icon={Plus} onClick={() => onStep({ name: 'passkey' })}>
                <Trans>Ajouter une clé d’accès</Trans>
              </Button>
            </ActionRow>
          )}
          <ActionRow
            icon={Smartphone}
            name={t`Application de codes`}
            notes={[
              data.code_since === null
                ? t`Un code à six chiffres sur votre téléphone`
                : t`Active depuis le ${longDate(fromUnix(data.code_since))}`,
            ]}
          >
            <Button
              size="sm"
              isBusy={prepare.isPending}
              onClick={() =>
                prepare.mutate({}, { onSuccess: ({ answer }) => onStep({ name: 'codes', before: data, ...answer }) })
              }
            >
              {data.code_since === null ? t`Ajouter une application` : t`Changer d’application`}
            </Button>
            {data.code_since !== null && (
              <Button
                size="sm"
                variant="quiet"
                isBusy={end.isPending}
                onClick={() => end.mutate({}, { onSuccess: onRemoved })}
              >
                <Trans>Retirer l’application</Trans>
              </Button>
            )}
          </ActionRow>
          {hasFactor(data) && (
            <ActionRow
              icon={LifeBuoy}
              name={t`Codes de secours`}
              notes={[t`${data.recovery_codes_left} sur 10 utilisables`]}
            >
              <Button
                size="sm"
                isBusy={renew.isPending}
                onClick={() =>
                  renew.mutate(
                    {},
                    { onSuccess: ({ answer }) => onStep({ name: 'recovery', codes: answer.recovery_codes }) },
                  )
                }
              >
                <Trans>Renouveler les codes</Trans>
              </Button>
            </ActionRow>
          )}
        </ActionRows>
      ) : (
        factors.isPending && (
          <Skeleton>
            <SkeletonRows count={3} hasTile />
          </Skeleton>
        )
      )}
    </Modal>
  )
}

function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const { t } = useLingui()
  const { longDate, dateTime } = useFormats()
  const remove = useCall(removePasskey, { refreshes: [getFactors] })
  const { id, name, created_at, last_used_at } = passkey
  return (
    <ActionRow
      error={remove.error}
      icon={Fingerprint}
      name={name}
      notes={[
        last_used_at === null
          ? t`Ajoutée le ${longDate(fromUnix(created_at))}`
          : t`Utilisée le ${dateTime(fromUnix(last_used_at))}`,
      ]}
    >
      <Button
        size="sm"
        variant="quiet"
        isBusy={remove.isPending}
        onClick={() => remove.mutate({ params: { id } }, { onSuccess: onRemoved })}
      >
        <Trans>Supprimer</Trans>
        <span className="sr"> {name}</span>
      </Button>
    </ActionRow>
  )
}
