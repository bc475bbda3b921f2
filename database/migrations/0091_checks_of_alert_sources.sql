-- without a transaction
ALTER TABLE alert_queue VALIDATE CONSTRAINT alert_queue_source_check;
