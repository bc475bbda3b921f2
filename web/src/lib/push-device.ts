// Stores whether this browser receives push messages: its device id at the bank. The rest is loaded on demand.
import { readStored, writeStored } from './browser-storage.ts'

const KEY = 'connect:push-device'

export const pushDevice = () => readStored('localStorage', KEY)

export const rememberPushDevice = (id: string | null) => writeStored('localStorage', KEY, id)
