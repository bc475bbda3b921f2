// Tells whether a host name is this machine itself.

/** Whether the name of a host, as in an address of the web (`[::1]` in brackets), is this machine's own. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname)
