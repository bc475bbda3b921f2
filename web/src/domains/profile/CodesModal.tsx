import { Trans, useLingui } from '@lingui/react/macro'
import { activateCodes, getFactors } from 'contract/access/factors.ts'
import { useId, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { useCall } from '../../lib/api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import styles from './FactorsModal.module.css'

type Props = {
  secret: string
  uri: string
  onBack: () => void
  onDone: (recoveryCodes: readonly string[] | null) => void
}

/** Sets up an application for codes: its QR code, the secret for typing, and the first code. */
export function CodesModal({ secret, uri, onBack, onDone }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const activate = useCall(activateCodes, { refreshes: [getFactors] })
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
        onError: () => setCode(''),
      },
    )
  }
  const { error } = activate
  const atField = error instanceof CallError && error.status === 422 ? error.message : null
  return (
    <Modal
      title={t`Ajouter une application de codes`}
      onClose={onBack}
      foot={
        <>
          <Button onClick={onBack}>
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
        <TextField
          name="code"
          label={t`Code à six chiffres`}
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          maxLength={9}
          isNumeric
          value={code}
          error={atField ?? (isMissing && code === '' ? t`Saisissez le code` : null)}
          onChange={setCode}
        />
      </form>
    </Modal>
  )
}
