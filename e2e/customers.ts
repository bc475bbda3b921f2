// The customers of the demo bank used by the journeys.

export const PASSWORD = 'Teranga-2026!'

export const customers = {
  awa: '10000001',
  student: '10000002',
  diaspora: '10000003',
  accountant: '20000001',
  director: '20000002',
  controller: '20000003',
  generalDirector: '20000005',
  overdrawn: '20000004',
  riceDirector: '20000007',
  treasurer: '30000001',
  moustapha: '10000004',
  firstLogin: '90000003',
  withoutAccount: '90000001',
  withoutRights: '90000002',
  blocked: '90000004',
} as const
