import { useState } from 'react'
import { AlertList } from './AlertList.tsx'
import { AlertPreferences } from './AlertPreferences.tsx'

/** The list of alerts and, behind it, their preferences. */
export function AlertsModal({ onProfile, onClose }: { onProfile: () => void; onClose: () => void }) {
  const [isChoosing, setChoosing] = useState(false)
  return isChoosing ? (
    <AlertPreferences onBack={() => setChoosing(false)} />
  ) : (
    <AlertList onChoose={() => setChoosing(true)} onProfile={onProfile} onClose={onClose} />
  )
}
