import { useEffect } from 'react'
import { RatesPill } from '../../domains/exchange-rates/RatesPill.tsx'
import { useAccount } from '../../lib/session/session.ts'
import { resumeWriting, stopWriting, useMayWrite, useWriting } from '../../lib/forms/writing.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { catalogues } from '../catalogues.ts'
import { PersonalInformation } from '../header/PersonalInformation.tsx'
import { closeHeaderDialog, openHeaderDialog, useHeaderDialog } from '../header/header-dialogs.ts'
import { SearchButton } from '../header/SearchButton.tsx'
import styles from './HeaderActions.module.css'

const RatesModal = lazyPart(
  async () => (await import('../../domains/exchange-rates/RatesModal.tsx')).RatesModal,
  catalogues.exchangeRates,
)
const AdvisorModal = lazyPart(
  async () => (await import('../../domains/accounts/AdvisorModal.tsx')).AdvisorModal,
  catalogues.accounts,
)

const AlertsModal = lazyPart(
  async () => (await import('../../domains/alerts/AlertsModal.tsx')).AlertsModal,
  catalogues.alerts,
)

// On a screen of another section the catalogue of the bank details may not be loaded yet.
const RibEmailModal = lazyPart(
  async () => (await import('../../domains/rib/RibEmailModal.tsx')).RibEmailModal,
  catalogues.rib,
)

// A message can be started on any screen, also before the catalogue of the inbox is loaded.
const NewMessageModal = lazyPart(
  async () => (await import('../../domains/inbox/NewMessageModal.tsx')).NewMessageModal,
  catalogues.inbox,
)

/** Actions available on every screen: the exchange rate with its table, and the search. */
export function HeaderActions() {
  return (
    <div className={styles.actions}>
      <RatesPill onOpen={() => openHeaderDialog('rates')} />
      <SearchButton />
    </div>
  )
}

export function HeaderDialogHost() {
  const opened = useHeaderDialog()
  if (opened === 'rates') return <RatesModal onClose={closeHeaderDialog} />
  if (opened === 'rib-email') return <RibEmailModal onClose={closeHeaderDialog} />
  if (opened === 'alerts')
    return <AlertsModal onProfile={() => openHeaderDialog('profile')} onClose={closeHeaderDialog} />
  if (opened === 'profile' || opened === 'security')
    return <PersonalInformation opensSecurity={opened === 'security'} onClose={closeHeaderDialog} />
  return opened === 'advisor' && <AdvisorModal onClose={closeHeaderDialog} />
}

export function WritingHost() {
  const writing = useWriting()
  const { uuid } = useAccount()
  const mayWrite = useMayWrite()
  useEffect(() => {
    if (mayWrite) resumeWriting(uuid)
  }, [mayWrite, uuid])
  return writing && <NewMessageModal writing={writing} onClose={stopWriting} />
}
