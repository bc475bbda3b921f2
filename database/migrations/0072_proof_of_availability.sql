-- As whom the bank proves at the platform of instant payments that it is available: its own account, tax number and city. The message had the BIC in
-- place of a tax number and an account number that nobody has.
CREATE TABLE availability_identity (
  is_the_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_the_only_row),
  iban text NOT NULL CHECK (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z]{2}[0-9]{22}$'),
  tax_number text NOT NULL CHECK (length(tax_number) BETWEEN 1 AND 35),
  city text NOT NULL CHECK (length(city) BETWEEN 1 AND 70)
);
GRANT SELECT ON availability_identity TO connect_app;
GRANT INSERT, UPDATE (iban, tax_number, city) ON availability_identity TO connect_operator;
-- That of the demo bank is invented.
INSERT INTO availability_identity (iban, tax_number, city)
SELECT 'SN08SN9990100100000000000149', '000000000', 'Dakar' FROM parameters WHERE name = 'demo_bank' AND value = 1;

-- Operators publish the position of a branch.
GRANT UPDATE (latitude, longitude) ON branches TO connect_operator;
