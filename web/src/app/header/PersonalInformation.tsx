import { openCatalogue } from '../../lib/language.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { catalogues } from '../catalogues.ts'
import { PreferenceFields } from './PreferenceFields.tsx'

// Its password form is the one of the sign-in pages, with their catalogue.
const ProfileModal = lazyPart(async () => {
  const [{ ProfileModal: Modal }] = await Promise.all([
    import('../../domains/profile/ProfileModal.tsx'),
    openCatalogue(catalogues.profile),
    openCatalogue(catalogues.session),
  ])
  return Modal
})

/** The user's personal information, with language and theme, whose state is in the frame. */
export const PersonalInformation = ({
  opensSecurity = false,
  onClose,
}: {
  opensSecurity?: boolean
  onClose: () => void
}) => <ProfileModal preferences={<PreferenceFields />} opensSecurity={opensSecurity} onClose={onClose} />
