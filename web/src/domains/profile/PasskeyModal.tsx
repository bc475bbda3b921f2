import { Trans, useLingui } from '@lingui/react/macro'
import { addPasskey, getFactors, preparePasskey } from 'contract/access/factors.ts'
import { tidyLine } from 'contract/values/text.ts'
import { Fingerprint } from 'lucide-react'
import { useId, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useCall } from '../../lib/api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { NotConfirmed } from '../../lib/api/call-error.ts'

/** What the person calls this device, proposed by its system. */
const proposedName = () =>
  /Android|iPhone|iPad/.exec(navigator.userAgent)?.[0] ?? /Windows|Mac|Linux/.exec(navigator.userAgent)?.[0] ?? ''

/** Adds a passkey: confirmed first, then made by the browser, then stored. */
export function PasskeyModal({
  onBack,
  onDone,
}: {
  onBack: () => void
  onDone: (recoveryCodes: readonly string[] | null) => void
}) {
  const { t } = useLingui()
  const id = useId()
  const [name, setName] = useState(proposedName)
  const [problem, setProblem] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const prepare = useCall(preparePasskey)
  const add = useCall(addPasskey, { refreshes: [getFactors] })
  const store = async () => {
    const { answer: options } = await prepare.mutateAsync({})
    const { createPasskey } = await import('../../lib/passkeys.ts')
    const credential = await createPasskey(options).catch(() => null)
    if (!credential) return setProblem(t`La clé d’accès n’a pas été créée. Réessayez.`)
    const { answer } = await add.mutateAsync({ body: { name: tidyLine(name), credential } })
    announce(t`La clé d’accès a bien été ajoutée.`)
    onDone(answer.recovery_codes)
  }
  const submit = async () => {
    if (isBusy) return
    setMissing(tidyLine(name) === '')
    if (tidyLine(name) === '') return
    setBusy(true)
    setProblem(null)
    try {
      await store()
    } catch (error) {
      if (!(error instanceof NotConfirmed)) setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      title={t`Ajouter une clé d’accès`}
      onClose={isBusy ? undefined : onBack}
      foot={
        <>
          <Button disabled={isBusy} onClick={onBack}>
            <Trans>Retour</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary" icon={Fingerprint} isBusy={isBusy}>
            <Trans>Continuer</Trans>
          </Button>
        </>
      }
    >
      <p className="muted">
        <Trans>
          Votre appareil vous demandera votre empreinte, votre visage ou son code. Rien de cela n’est envoyé à la
          banque.
        </Trans>
      </p>
      {problem && <InlineAlert tone="danger" title={problem} />}
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          name="passkey-name"
          label={t`Nom de la clé`}
          help={t`Pour la reconnaître, par exemple « Téléphone d’Awa ».`}
          autoComplete="off"
          maxLength={60}
          value={name}
          error={isMissing ? t`Donnez un nom à cette clé` : null}
          onChange={setName}
        />
      </form>
    </Modal>
  )
}
