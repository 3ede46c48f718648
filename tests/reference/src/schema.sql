-- What the three lifecycles share. Times are seconds since 1970, yes and no are 1 and 0.

CREATE TABLE owner (
    name TEXT PRIMARY KEY,
    total BIGINT NOT NULL,
    backfill BIGINT NOT NULL
);

CREATE TABLE workspace (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES owner (name),
    zone TEXT NOT NULL
);

CREATE TABLE audit (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    document TEXT NOT NULL,
    run BIGINT NOT NULL,
    from_state TEXT,
    to_state TEXT,
    step TEXT,
    at BIGINT NOT NULL
);
CREATE INDEX audit_of_a_run ON audit (document, run, id);

CREATE TABLE job (
    key TEXT PRIMARY KEY,
    document TEXT NOT NULL,
    run BIGINT NOT NULL,
    submitted_at BIGINT NOT NULL,
    started_at BIGINT,
    taken_until BIGINT NOT NULL,
    deliveries BIGINT NOT NULL,
    finished BIGINT NOT NULL
);
CREATE INDEX job_to_take ON job (document, submitted_at, key) WHERE finished = 0;

CREATE TABLE outbox (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    effect TEXT NOT NULL,
    document TEXT NOT NULL,
    run BIGINT NOT NULL,
    posted_at BIGINT NOT NULL,
    done BIGINT NOT NULL
);
CREATE INDEX outbox_to_do ON outbox (id) WHERE done = 0;
