import { whenLeaving } from '../lib/session.ts'
import { openCatalogue } from '../lib/language.ts'
import { createStore, useStore } from '../lib/store.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { catalogues } from './catalogues.ts'
import { PreferenceFields } from './PreferenceFields.tsx'

const isOpen = createStore(false)

/** Opens the personal information over whatever screen is there. */
export const openProfile = () => isOpen.set(true)
const closeProfile = () => isOpen.set(false)
whenLeaving(closeProfile)

const ProfileModal = lazyPart(async () => {
  const [{ ProfileModal: Modal }] = await Promise.all([
    import('../domains/profile/ProfileModal.tsx'),
    openCatalogue(catalogues.profile),
    openCatalogue(catalogues.session),
  ])
  return Modal
})

export function ProfileHost() {
  return useStore(isOpen) && <ProfileModal preferences={<PreferenceFields />} onClose={closeProfile} />
}
