// Every address of the portal, as the router's links take them.
export const paths = {
  login: () => ({ to: '/login' }) as const,
  forgot: () => ({ to: '/forgot' }) as const,
  passwordUpdate: () => ({ to: '/password/update' }) as const,
  logout: () => ({ to: '/logout' }) as const,
  home: () => ({ to: '/' }) as const,
  dashboard: () => ({ to: '/dashboard' }) as const,
  operations: () => ({ to: '/operations' }) as const,
  operationsPage: (page: number) => ({ to: '/operations/page/$pageNumber', params: { pageNumber: String(page) } }) as const,
  transfers: () => ({ to: '/transfers' }) as const,
  transfer: (transferId: string) => ({ to: '/transfers/$transferId', params: { transferId } }) as const,
  transfersToSign: () => ({ to: '/transfers/to-sign' }) as const,
  newTransfer: () => ({ to: '/transfers/create' }) as const,
  rib: () => ({ to: '/account/rib' }) as const,
  restricted: () => ({ to: '/restricted' }) as const,
  pendingAccess: () => ({ to: '/account' }) as const,
}
