// Registers the service worker, which keeps the files of the portal and shows alerts.
const WORKER = `${import.meta.env.BASE_URL}service-worker.js`
const SCOPE = import.meta.env.BASE_URL

type Policy = { createScriptURL: (address: string) => string }
type PolicyMaker = { createPolicy: (name: string, rules: Policy) => Policy }

// The content security policy allows only trusted addresses as scripts: this one is a file of our own build. Created
// once, because a second policy with the same name is refused.
let workerAddress: string | null = null
function trustedWorker(): string {
  if (workerAddress !== null) return workerAddress
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyMaker }
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: (address) => address })
  workerAddress = policy ? policy.createScriptURL(WORKER) : WORKER
  return workerAddress
}

/** The registration of this browser; null where there is none, or where service workers are not supported. */
export const findWorker = async (): Promise<ServiceWorkerRegistration | null> =>
  'serviceWorker' in navigator ? ((await navigator.serviceWorker.getRegistration(SCOPE)) ?? null) : null

export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker.register(trustedWorker(), { scope: SCOPE, updateViaCache: 'none' })
}
