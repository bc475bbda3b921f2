/** Whether the browser can use passkeys: all of the last years, on https and on this machine. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'
