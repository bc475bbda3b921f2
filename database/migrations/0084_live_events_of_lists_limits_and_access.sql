-- Open pages learn of changes that they found only at their next look: lists of beneficiaries, the withdrawal limit of cards, signing rules, limits of
-- orders, and what an administrator changes in the access of others.
CREATE TRIGGER beneficiary_lists_notify_live AFTER INSERT ON beneficiary_lists REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');
CREATE TRIGGER beneficiary_lists_notify_on_update AFTER UPDATE ON beneficiary_lists REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');
CREATE TRIGGER beneficiary_lists_notify_on_delete AFTER DELETE ON beneficiary_lists REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');
CREATE TRIGGER beneficiary_list_members_notify_live AFTER INSERT ON beneficiary_list_members REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');
CREATE TRIGGER beneficiary_list_members_notify_on_delete AFTER DELETE ON beneficiary_list_members REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('beneficiaries');

CREATE TRIGGER card_withdrawal_limits_notify_live AFTER INSERT ON card_withdrawal_limits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');
CREATE TRIGGER card_withdrawal_limits_notify_on_update AFTER UPDATE ON card_withdrawal_limits REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');
CREATE TRIGGER card_withdrawal_limits_notify_on_delete AFTER DELETE ON card_withdrawal_limits REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('cards');

-- New rules have a new version, and limits are a part of them.
CREATE TRIGGER signing_rules_notify_on_update AFTER UPDATE ON signing_rules REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');
CREATE TRIGGER signing_rule_changes_notify_live AFTER INSERT ON signing_rule_changes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');
CREATE TRIGGER signing_rule_changes_notify_on_update AFTER UPDATE ON signing_rule_changes REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');
CREATE TRIGGER access_change_accounts_notify_live AFTER INSERT ON access_change_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');
CREATE TRIGGER access_change_accounts_notify_on_update AFTER UPDATE ON access_change_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');
-- Invitations that are sent or withdrawn, and suspensions.
CREATE TRIGGER dormant_memberships_notify_live AFTER INSERT ON dormant_memberships REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');
CREATE TRIGGER dormant_memberships_notify_on_delete AFTER DELETE ON dormant_memberships REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION live_notify('access');

-- The person whose rights change, and the administrators of the account who see them.
CREATE FUNCTION live_notify_of_membership() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_row memberships := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO change_events (kind, topic_ids) VALUES ('access', ARRAY[v_row.user_id, v_row.account_id]);
  RETURN NULL;
END $$;
DROP TRIGGER memberships_notify_live ON memberships;
CREATE TRIGGER memberships_notify_live AFTER INSERT OR DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION live_notify_of_membership();
DROP TRIGGER memberships_notify_on_update ON memberships;
CREATE TRIGGER memberships_notify_on_update AFTER UPDATE ON memberships
  FOR EACH ROW WHEN (OLD.rights <> NEW.rights OR OLD.capabilities <> NEW.capabilities) EXECUTE FUNCTION live_notify_of_membership();
