-- without a transaction
-- Revoking a device ends its sessions.
DROP INDEX CONCURRENTLY IF EXISTS sessions_of_device;
CREATE INDEX CONCURRENTLY IF NOT EXISTS sessions_of_device ON sessions (device_id) WHERE device_id IS NOT NULL;

ALTER TABLE users VALIDATE CONSTRAINT users_factors_check;
ALTER TABLE accounts VALIDATE CONSTRAINT accounts_factor_amount_check;
ALTER TABLE sessions VALIDATE CONSTRAINT sessions_device_id_fkey;
ALTER TABLE confirmations VALIDATE CONSTRAINT confirmations_method_check;
