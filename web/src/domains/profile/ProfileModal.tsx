import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getLastSignIn, type LastSignIn } from 'contract/access/profile.ts'
import { showPhone } from 'contract/values/contact.ts'
import { KeyRound, MonitorSmartphone, Pencil, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { callQuery } from '../../lib/api/query.ts'
import { fromUnix, useFormats } from '../../lib/formats.ts'
import { type SessionUser, useSession } from '../../lib/session/session.ts'
import { deviceName } from '../../shell/devices.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Avatar } from '../../ui/Tile.tsx'
import { ContactModal } from './ContactModal.tsx'
import { EmailModal } from './EmailModal.tsx'
import { FactorsModal } from './FactorsModal.tsx'
import { PasswordModal } from './PasswordModal.tsx'
import { pictureQuery } from './picture-query.ts'
import { PictureModal } from './PictureModal.tsx'
import styles from './ProfileModal.module.css'
import { SessionsModal } from './SessionsModal.tsx'

const details = {
  contact: ContactModal,
  factors: FactorsModal,
  password: PasswordModal,
  picture: PictureModal,
  sessions: SessionsModal,
}
type Detail = keyof typeof details | 'email'

/** The user's personal information, with links to change it. */
export function ProfileModal({
  preferences,
  opensSecurity,
  onClose,
}: {
  preferences: ReactNode
  /** Opens the second factors first. */
  opensSecurity: boolean
  onClose: () => void
}) {
  const { user } = useSession()
  const [detail, setDetail] = useState<Detail | null>(opensSecurity ? 'factors' : null)
  // The session has just ended: the sign-in page is about to open.
  if (!user) return null
  const back = () => setDetail(null)
  const { email_to_confirm } = user
  if (detail === 'email' && email_to_confirm !== null)
    return <EmailModal user={user} email={email_to_confirm} onBack={back} onDone={onClose} />
  if (detail && detail !== 'email') {
    const Detail = details[detail]
    return <Detail user={user} onBack={back} onDone={onClose} />
  }
  return <Overview user={user} preferences={preferences} onOpen={setDetail} onClose={onClose} />
}

const NO_BREAK_SPACE = '\u00A0'

type Props = { user: SessionUser; preferences: ReactNode; onOpen: (detail: Detail) => void; onClose: () => void }

function Overview({ user, preferences, onOpen, onClose }: Props) {
  const { t } = useLingui()
  const picture = useQuery(pictureQuery(user.picture)).data ?? null
  const lastSignIn = useQuery(callQuery(getLastSignIn, {}))
  const name = `${user.first_name} ${user.last_name}`.trim()
  const login = user.login.replace(/(\d{4})(?=\d)/, '$1 ')
  return (
    <Modal
      title={t`Informations personnelles`}
      onClose={onClose}
      foot={
        <>
          <Button icon={KeyRound} onClick={() => onOpen('password')}>
            <Trans>Changer le mot de passe</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>Fermer</Trans>
          </Button>
        </>
      }
    >
      <div className={styles.person}>
        <Avatar
          letters={`${user.first_name[0] ?? ''}${user.last_name[0] ?? ''}`.toUpperCase()}
          picture={picture}
          size="lg"
        />
        <div className={styles.name}>
          <p className="h2">{name}</p>
          <p className="muted num">
            <Trans>Identifiant {login}</Trans>
          </p>
        </div>
        <Button variant="quiet" size="sm" onClick={() => onOpen('picture')}>
          {picture ? <Trans>Changer la photo</Trans> : <Trans>Ajouter une photo</Trans>}
        </Button>
      </div>
      <div>
        <DetailList
          facts={[
            { name: t`Adresse e-mail`, value: user.email ?? <span className="muted">{t`Aucune`}</span> },
            ...(user.email_to_confirm === null
              ? []
              : [
                  {
                    name: t`Nouvelle adresse`,
                    value: (
                      <span className={styles.waiting}>
                        {user.email_to_confirm}
                        <Button size="sm" onClick={() => onOpen('email')}>
                          <Trans>Saisir le code</Trans>
                        </Button>
                      </span>
                    ),
                  },
                ]),
            {
              name: t`Téléphone`,
              value: user.phone ? (
                <span className="num nowrap">{showPhone(user.phone)}</span>
              ) : (
                <span className="muted">{t`Aucun`}</span>
              ),
            },
            ...(lastSignIn.isError
              ? []
              : [{ name: t`Dernière connexion`, value: <SignInFact signIn={lastSignIn.data?.answer} /> }]),
          ]}
        />
        <div className={styles.acts}>
          <Button size="sm" icon={Pencil} onClick={() => onOpen('contact')}>
            <Trans>Modifier l’e-mail ou le téléphone</Trans>
          </Button>
          <Button size="sm" icon={ShieldCheck} onClick={() => onOpen('factors')}>
            <Trans>Sécurité</Trans>
          </Button>
          <Button size="sm" icon={MonitorSmartphone} onClick={() => onOpen('sessions')}>
            <Trans>Appareils connectés</Trans>
          </Button>
        </div>
      </div>
      {preferences}
    </Modal>
  )
}

/** When and from where the user signed in before: who did not do it knows that somebody else did. */
function SignInFact({ signIn }: { signIn: LastSignIn | null | undefined }) {
  const { dateTime } = useFormats()
  if (signIn === null) return <Trans>Aucune avant celle-ci</Trans>
  const from = signIn && deviceName(signIn.device)
  // Both lines are there before the answer: nothing below them moves.
  return (
    <>
      <span className="num">{signIn ? dateTime(fromUnix(signIn.at)) : NO_BREAK_SPACE}</span>
      <span className={cx(styles.from, 'small', 'muted')}>{from || NO_BREAK_SPACE}</span>
    </>
  )
}
