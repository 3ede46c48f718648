-- STATE-ACC-TRX-013: month-end aging runs, the financial facts they capture, and what they captured.

CREATE TABLE aging_run (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES owner (name),
    workspace TEXT NOT NULL REFERENCES workspace (name),
    month BIGINT NOT NULL,
    version BIGINT NOT NULL,
    backfill BIGINT NOT NULL,
    status TEXT NOT NULL,
    cutoff BIGINT NOT NULL,
    admitted_at BIGINT,
    next_attempt_at BIGINT,
    failures BIGINT NOT NULL,
    is_current BIGINT NOT NULL,
    UNIQUE (workspace, month, version)
);

-- One active capture of a workspace and month, and one current one.
CREATE UNIQUE INDEX aging_run_active ON aging_run (workspace, month)
    WHERE status IN ('not planned', 'planned', 'queued', 'running')
        OR (status = 'failed' AND next_attempt_at IS NOT NULL);
CREATE UNIQUE INDEX aging_run_current ON aging_run (workspace, month) WHERE is_current = 1;
CREATE INDEX aging_run_of_owner ON aging_run (owner, status);

CREATE TABLE receivable (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    workspace TEXT NOT NULL REFERENCES workspace (name),
    is_credit BIGINT NOT NULL,
    cents BIGINT NOT NULL CHECK (cents > 0),
    posted_at BIGINT NOT NULL,
    due_at BIGINT NOT NULL
);
CREATE INDEX receivable_of_workspace ON receivable (workspace, posted_at);

CREATE TABLE aging_item (
    run BIGINT NOT NULL REFERENCES aging_run (id),
    receivable BIGINT NOT NULL,
    bucket BIGINT NOT NULL,
    cents BIGINT NOT NULL,
    PRIMARY KEY (run, receivable)
);

CREATE TABLE aging_check (
    run BIGINT NOT NULL REFERENCES aging_run (id),
    attempt BIGINT NOT NULL,
    name TEXT NOT NULL,
    passed BIGINT NOT NULL,
    PRIMARY KEY (run, attempt, name)
);
