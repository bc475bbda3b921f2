-- What a customer gives up who breaks a term deposit. Figures of the bank, not of the program.
INSERT INTO parameters (name, value, meaning) VALUES
  ('break_rate_reduction', 200, 'By how much the rate of a term deposit falls when it is broken, in hundredths of a percent'),
  ('break_min_days', 30, 'Before so many days a broken term deposit earns no interest');
