/** The statuses of an order. The labels are in another file: the table of routes reads the codes alone, and comes with the first page. */
export const transferStatuses = [
  'to_sign',
  'pending',
  'late',
  'scheduled',
  'active',
  'paused',
  'suspended',
  'in_progress',
  'executed',
  'ended',
  'refused',
  'cancelled',
  'rejected',
  'returned',
] as const
