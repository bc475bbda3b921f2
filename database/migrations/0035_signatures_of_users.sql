-- What a person has signed lately is listed over all their accounts.
CREATE INDEX payment_signatures_of_user ON payment_signatures (user_id, account_id, signed_at);
