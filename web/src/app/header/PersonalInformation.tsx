import { lazyPart } from '../../shell/lazy-part.tsx'
import { catalogues } from '../catalogues.ts'
import { PreferenceFields } from './PreferenceFields.tsx'

// Its password form is the one of the sign-in pages, with their catalogue.
const ProfileModal = lazyPart(
  async () => (await import('../../domains/profile/ProfileModal.tsx')).ProfileModal,
  catalogues.profile,
  catalogues.session,
)

/** The user's personal information, with language and theme, whose state is in the frame. */
export const PersonalInformation = ({
  opensSecurity = false,
  onClose,
}: {
  opensSecurity?: boolean
  onClose: () => void
}) => <ProfileModal preferences={<PreferenceFields />} opensSecurity={opensSecurity} onClose={onClose} />
