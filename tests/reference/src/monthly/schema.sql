-- STATE-PFM-QRY-014: monthly snapshot runs, and the chunks that they have generated.

CREATE TABLE snapshot_run (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES owner (name),
    workspace TEXT NOT NULL,
    kind TEXT NOT NULL,
    period BIGINT NOT NULL,
    version BIGINT NOT NULL,
    backfill BIGINT NOT NULL,
    chunks BIGINT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    planned_at BIGINT NOT NULL,
    queued_at BIGINT,
    started_at BIGINT,
    next_attempt_at BIGINT,
    attempts BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    cursor BIGINT NOT NULL,
    job TEXT,
    is_current BIGINT NOT NULL,
    UNIQUE (workspace, kind, period, version)
);

-- One active version of a period, and one current one.
CREATE UNIQUE INDEX snapshot_run_active ON snapshot_run (workspace, kind, period)
    WHERE status IN ('planned', 'queued', 'running', 'validating')
        OR (status = 'failed' AND next_attempt_at IS NOT NULL);
CREATE UNIQUE INDEX snapshot_run_current ON snapshot_run (workspace, kind, period) WHERE is_current = 1;
CREATE INDEX snapshot_run_of_owner ON snapshot_run (owner, status);

CREATE TABLE snapshot_chunk (
    run BIGINT NOT NULL REFERENCES snapshot_run (id),
    number BIGINT NOT NULL,
    items BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (run, number)
);
