import { instantPart } from './instant-part.ts'

/** Reads a payment code, which the form of a new transfer then pays. */
export const ReadCodeScreen = instantPart(async () => (await import('./CodeReader.tsx')).CodeReader)
