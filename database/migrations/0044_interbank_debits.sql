-- Direct debits come between banks as pacs.003; files of creditors in pain.008 are still read. The answer names the message as it was.
ALTER TABLE collection_messages ADD COLUMN message_name text NOT NULL DEFAULT 'pain.008.001.08';
-- TxId of the bank of the creditor.
ALTER TABLE collection_lines ADD COLUMN transaction_id text;
