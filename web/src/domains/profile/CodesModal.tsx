import { Trans, useLingui } from '@lingui/react/macro'
import { activateCodes, type Factors, getFactors } from 'contract/access/factors.ts'
import { useId, useRef, useState } from 'react'
import { call } from '../../lib/api/call.ts'
import { announce, warn } from '../../lib/banners.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { makeStale, useCall } from '../../lib/api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SixDigitsField } from '../../ui/fields/SixDigitsField.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { hasFactor } from './has-factor.ts'
import styles from './FactorsModal.module.css'

type Props = {
  /** The factors before. */
  before: Factors
  secret: string
  uri: string
  onBack: () => void
  onDone: (recoveryCodes: readonly string[] | null) => void
}

/** Sets up an application for codes: its QR code, the secret for typing, and the first code. */
export function CodesModal({ before, secret, uri, onBack, onDone }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const activate = useCall(activateCodes, { refreshes: [getFactors] })
  const isAnswerLost = useRef(false)
  /** The server had activated the application, and its answer was lost: the recovery codes with it, where these are the first. */
  const endIfActive = async () => {
    const { code_since } = (await call(getFactors, {})).answer
    if (code_since === null || code_since === before.code_since) return
    if (hasFactor(before)) announce(t`L’application de codes a bien été ajoutée.`)
    else warn(t`L’application de codes est active. Renouvelez les codes de secours : ils n’ont pas pu être affichés.`)
    void makeStale(getFactors)
    onDone(null)
  }
  const fail = (failure: Error) => {
    setCode('')
    if (!(failure instanceof CallError)) return
    if (failure.code === 'codes_not_prepared' && isAnswerLost.current) void endIfActive().catch(() => null)
    if (failure.status === 0) isAnswerLost.current = true
  }
  const submit = () => {
    setMissing(code.trim() === '')
    if (code.trim() === '' || activate.isPending) return
    activate.mutate(
      { body: { code: code.trim() } },
      {
        onSuccess: ({ answer }) => {
          announce(t`L’application de codes a bien été ajoutée.`)
          onDone(answer.recovery_codes)
        },
        onError: fail,
      },
    )
  }
  const { error } = activate
  const atField = error instanceof CallError && error.status === 422 ? error.message : null
  return (
    <Modal
      title={t`Ajouter une application de codes`}
      // Its answer may have the recovery codes, which are displayed once.
      onClose={activate.isPending ? undefined : onBack}
      foot={
        <>
          <Button disabled={activate.isPending} onClick={onBack}>
            <Trans>Retour</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary" isBusy={activate.isPending}>
            <Trans>Activer</Trans>
          </Button>
        </>
      }
    >
      {error && !atField && <InlineAlert tone="danger" title={error.message} />}
      <ol className={styles.steps}>
        <li>
          <Trans>Ouvrez une application de codes, par exemple Google Authenticator, 2FAS ou Aegis.</Trans>
        </li>
        <li>
          <Trans>Scannez ce code, ou sur le même téléphone, ouvrez-le ou saisissez la clé.</Trans>
          <div className={styles.code}>
            <QrCode text={uri} label={t`Code QR de l’application`} />
            <div className={styles.typed}>
              <p className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
              <a className="link" href={uri}>
                <Trans>Ouvrir dans l’application</Trans>
              </a>
            </div>
          </div>
        </li>
        <li>
          <Trans>Saisissez le code à six chiffres qu’elle affiche.</Trans>
        </li>
      </ol>
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SixDigitsField
          name="code"
          label={t`Code à six chiffres`}
          value={code}
          error={atField ?? (isMissing && code === '' ? t`Saisissez le code` : null)}
          onChange={setCode}
        />
      </form>
    </Modal>
  )
}
