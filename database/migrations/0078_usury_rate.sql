-- The effective rate (TEG) of a credit may not exceed the ceiling of the union: 15 % for banks.
INSERT INTO parameters (name, value, meaning) VALUES
  ('usury_rate', 1500, 'The highest overall effective rate (TEG) of a credit, in hundredths of a percent');
