// Tells whether a host name is this machine.

/** Whether a host name, as in a URL (`[::1]` in brackets), is a loopback name. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname)
