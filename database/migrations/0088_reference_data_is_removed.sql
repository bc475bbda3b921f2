-- Operators change the name of an account, and remove branches and correspondents that nothing names.
GRANT UPDATE (label) ON accounts TO connect_operator;
GRANT DELETE ON branches, correspondents TO connect_operator;
