-- The file of an invoice beside its request to pay. The platform carries the invoice's number only: the file is for customers of this bank.

ALTER TABLE payment_requests DROP CONSTRAINT payment_requests_end_to_end_id_key;
ALTER TABLE payment_requests DROP CONSTRAINT payment_requests_message_id_key;

-- The two rows of a request between customers of the bank. The ids are not enough, because another institution could repeat them: each side must
-- also name the account of the other.
CREATE VIEW requests_within_bank AS
SELECT s.id AS sent_id, s.account_id AS sent_by, r.id AS received_id, r.account_id AS received_by, r.lookup_id
  FROM payment_requests s
  JOIN payment_requests r ON r.end_to_end_id = s.end_to_end_id AND r.direction = 'received' AND r.identifier = s.identifier
  JOIN payee_lookups payer ON payer.account_id = s.account_id AND payer.id = s.lookup_id
  JOIN accounts asked ON asked.id = r.account_id AND asked.iban = payer.iban
  JOIN payee_lookups payee ON payee.account_id = r.account_id AND payee.id = r.lookup_id
  JOIN accounts requester ON requester.id = s.account_id AND requester.iban = payee.iban
 WHERE s.direction = 'sent';
GRANT SELECT ON requests_within_bank TO connect_app;

CREATE TABLE request_documents (
  -- A sent request: one file at most.
  request_id uuid PRIMARY KEY REFERENCES payment_requests,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  size integer NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  content bytea NOT NULL,
  CONSTRAINT request_documents_say_their_size CHECK (length(content) = size)
);
-- The content is compressed already.
ALTER TABLE request_documents ALTER COLUMN content SET STORAGE EXTERNAL;
GRANT SELECT, INSERT ON request_documents TO connect_app;

-- Who may read a file, and by which of their requests: its requester, and its payer where that is a customer of the bank.
CREATE VIEW readable_request_documents AS
SELECT q.account_id, q.request_id, d.name, d.media_type, d.size, d.content
  FROM (SELECT account_id, id AS request_id, id AS sent_id FROM payment_requests WHERE direction = 'sent'
         UNION ALL
        SELECT received_by, received_id, sent_id FROM requests_within_bank) q
  JOIN request_documents d ON d.request_id = q.sent_id;
GRANT SELECT ON readable_request_documents TO connect_app;
