import { useState } from 'react'
import { AlertList } from './AlertList.tsx'
import { AlertPreferences } from './AlertPreferences.tsx'

/** What happened that one wished to know, and the wishes themselves behind it. */
export function AlertsModal({ onProfile, onClose }: { onProfile: () => void; onClose: () => void }) {
  const [isChoosing, setChoosing] = useState(false)
  return isChoosing ? (
    <AlertPreferences onBack={() => setChoosing(false)} />
  ) : (
    <AlertList onChoose={() => setChoosing(true)} onProfile={onProfile} onClose={onClose} />
  )
}
