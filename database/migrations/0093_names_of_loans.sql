-- An instalment stands under the name of its loan, as its late interest and its disbursement do: names that were given to the
-- instalments of a loan become names of the loan, unless it has one.
UPDATE counterparties c SET key = replace(c.key, 'echeance du pret ', 'pret ')
 WHERE c.key LIKE 'echeance du pret %'
   AND NOT EXISTS (SELECT FROM counterparties o WHERE o.customer_id = c.customer_id AND o.key = replace(c.key, 'echeance du pret ', 'pret '));
DELETE FROM counterparties WHERE key LIKE 'echeance du pret %';
