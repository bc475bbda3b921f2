import type { Category } from 'contract/operations.ts'
import type { Sql } from '../../db/db.ts'

export const listCategories = (db: Sql, accountId: string): Promise<Category[]> => db<Category>`
  SELECT c.id, c.label
    FROM accounts a
    JOIN categories c ON c.customer_id = a.customer_id
   WHERE a.id = ${accountId}
   ORDER BY plain_letters(c.label) COLLATE "C", c.id`
