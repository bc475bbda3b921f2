import { useEffect } from 'react'
import { RatesPill } from '../../domains/exchange-rates/RatesPill.tsx'
import { openCatalogue } from '../../lib/language.ts'
import { useAccount } from '../../lib/session/session.ts'
import { resumeWriting, stopWriting, useMayWrite, useWriting } from '../../lib/forms/writing.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { catalogues } from '../catalogues.ts'
import { PersonalInformation } from '../header/PersonalInformation.tsx'
import { closeHeaderDialog, openHeaderDialog, useHeaderDialog } from '../header/header-dialogs.ts'
import { SearchButton } from '../header/SearchButton.tsx'
import styles from './HeaderActions.module.css'

const RatesModal = lazyPart(async () => {
  const [{ RatesModal: Modal }] = await Promise.all([
    import('../../domains/exchange-rates/RatesModal.tsx'),
    openCatalogue(catalogues.exchangeRates),
  ])
  return Modal
})
const AdvisorModal = lazyPart(async () => {
  const [{ AdvisorModal: Modal }] = await Promise.all([
    import('../../domains/accounts/AdvisorModal.tsx'),
    openCatalogue(catalogues.accounts),
  ])
  return Modal
})

const AlertsModal = lazyPart(async () => {
  const [{ AlertsModal: part }] = await Promise.all([
    import('../../domains/alerts/AlertsModal.tsx'),
    openCatalogue(catalogues.alerts),
  ])
  return part
})

// On a screen of another section the catalogue of the bank details may not be loaded yet.
const RibEmailModal = lazyPart(async () => {
  const [{ RibEmailModal: part }] = await Promise.all([
    import('../../domains/rib/RibEmailModal.tsx'),
    openCatalogue(catalogues.rib),
  ])
  return part
})

// A message can be started on any screen, also before the catalogue of the inbox is loaded.
const NewMessageModal = lazyPart(async () => {
  const [{ NewMessageModal: part }] = await Promise.all([
    import('../../domains/inbox/NewMessageModal.tsx'),
    openCatalogue(catalogues.inbox),
  ])
  return part
})

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
