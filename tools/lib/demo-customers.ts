// Demo customers who can sign in, and what each demonstrates.
export const DEMO_PASSWORD = 'Teranga-2026!'

export const demoCustomers = [
  { id: '10000001', name: 'Awa Ndiaye', shows: 'the main journey: two accounts, fourteen months of operations' },
  { id: '10000002', name: 'Cheikh Diatta', shows: 'a student who may not make transfers' },
  { id: '10000003', name: 'Aminata Sow-Lefort', shows: 'an account in euro, a life between Dakar and France' },
  { id: '20000001', name: 'Fatou Diagne', shows: 'an accountant who makes transfers and cannot validate them' },
  { id: '20000002', name: 'Ibrahima Mané', shows: 'the finance director who validates them and gives access' },
  { id: '20000003', name: 'Khady Badji', shows: 'a controller who may only look' },
  {
    id: '20000005',
    name: 'Adama Sané',
    shows: 'the director general, second administrator: accepts more rights for others',
  },
  {
    id: '20000004',
    name: 'Groupement Jappo de Joal',
    shows: 'a negative balance, and a company of one person, who signs alone',
  },
  { id: '20000006', name: 'Aïda Faye', shows: 'the accountant of a company with 500 payees and a draft with errors' },
  { id: '20000007', name: 'Malick Seck', shows: 'its director: 25 orders and a batch to sign, 36 statements' },
  { id: '30000001', name: 'Ndèye Coumba Tine', shows: 'three hundred accounts to search' },
  { id: '90000001', name: 'Pape Malick Niang', shows: 'a user without any account' },
  { id: '90000002', name: 'Mariétou Sagna', shows: 'a user whose rights are not open yet' },
  { id: '90000003', name: 'Alioune Badara Dramé', shows: 'a first login, which makes its own password' },
  { id: '90000004', name: 'Rokhaya Camara', shows: 'a blocked account' },
] as const
