-- People who forgot their password, see where they are signed in, and put a picture beside their name.

-- Every request for a link is written down, whoever it names, and answered by the worker: whether an id exists can be read
-- neither from the answer nor from the time it takes.
CREATE TABLE password_requests (
  id uuid PRIMARY KEY,
  login text NOT NULL CHECK (length(login) BETWEEN 1 AND 64),
  address inet,
  asked_at timestamptz NOT NULL
);
CREATE INDEX password_requests_by_time ON password_requests (asked_at);

-- How often somebody asked, and when they may ask again: an id, a network address.
CREATE TABLE request_limits (
  subject text PRIMARY KEY CHECK (length(subject) <= 128),
  times integer NOT NULL CHECK (times > 0),
  last_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
CREATE INDEX request_limits_by_age ON request_limits (last_at);

-- A small square, written by the server itself.
CREATE TABLE user_pictures (
  user_id uuid PRIMARY KEY REFERENCES users,
  content bytea NOT NULL CHECK (length(content) <= 262144),
  -- Names this very picture: another one is another address, so that no browser shows the old one.
  version uuid NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX sessions_of_user_by_time ON sessions (user_id, created_at DESC);

GRANT SELECT, INSERT, DELETE ON password_requests TO connect_app;
-- To lock a request while it is answered.
GRANT UPDATE (asked_at) ON password_requests TO connect_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON request_limits TO connect_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON user_pictures TO connect_app;
