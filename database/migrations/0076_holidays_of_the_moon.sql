-- Tamxarit, the Grand Magal de Touba and the Gamou are legal holidays as well. A bank that is open gets those to come, by the tabular Islamic
-- calendar and to be confirmed; one that has published them itself keeps its own. A new bank publishes its holidays, the demo seeds them.
INSERT INTO holidays (day, name_fr, name_en, is_confirmed)
SELECT n.day, n.name_fr, n.name_en, false
  FROM (VALUES
    (date '2026-06-26', 'Tamxarit', 'Tamxarit', 'tam[xk]h?arit'),
    (date '2026-08-03', 'Grand Magal de Touba', 'Grand Magal of Touba', 'magal'),
    (date '2026-08-26', 'Maouloud (Gamou)', 'Mawlid (Gamou)', 'gamou|ma(ou|w)l'),
    (date '2027-06-15', 'Tamxarit', 'Tamxarit', 'tam[xk]h?arit'),
    (date '2027-07-23', 'Grand Magal de Touba', 'Grand Magal of Touba', 'magal'),
    (date '2027-08-15', 'Maouloud (Gamou)', 'Mawlid (Gamou)', 'gamou|ma(ou|w)l'),
    (date '2028-06-03', 'Tamxarit', 'Tamxarit', 'tam[xk]h?arit'),
    (date '2028-07-11', 'Grand Magal de Touba', 'Grand Magal of Touba', 'magal'),
    (date '2028-08-03', 'Maouloud (Gamou)', 'Mawlid (Gamou)', 'gamou|ma(ou|w)l'),
    (date '2029-05-24', 'Tamxarit', 'Tamxarit', 'tam[xk]h?arit'),
    (date '2029-07-01', 'Grand Magal de Touba', 'Grand Magal of Touba', 'magal'),
    (date '2029-07-24', 'Maouloud (Gamou)', 'Mawlid (Gamou)', 'gamou|ma(ou|w)l'),
    (date '2030-05-13', 'Tamxarit', 'Tamxarit', 'tam[xk]h?arit'),
    (date '2030-06-20', 'Grand Magal de Touba', 'Grand Magal of Touba', 'magal'),
    (date '2030-07-13', 'Maouloud (Gamou)', 'Mawlid (Gamou)', 'gamou|ma(ou|w)l')
  ) AS n (day, name_fr, name_en, spellings)
 WHERE EXISTS (SELECT FROM bank)
   -- What was done on days that are over stands.
   AND n.day >= current_date
   AND NOT EXISTS (SELECT FROM holidays h WHERE abs(h.day - n.day) <= 3 AND h.name_fr ~* n.spellings)
ON CONFLICT (day) DO NOTHING;

-- Only Korité and Tabaski on a Sunday make the Monday a holiday.
INSERT INTO holidays (day, name_fr, name_en, is_confirmed)
SELECT h.day + 1, 'Lendemain de la ' || h.name_fr, 'Day after ' || h.name_fr, h.is_confirmed
  FROM holidays h
 WHERE h.name_fr IN ('Korité', 'Tabaski') AND extract(dow FROM h.day) = 0 AND h.day >= current_date
ON CONFLICT (day) DO NOTHING;

-- A feast that is confirmed for another day leaves the one it was expected on.
GRANT DELETE ON holidays TO connect_operator;
