-- STATE-PFM-ELG-004: bulk runs, the pages and subjects that they have committed, dependent
-- simulations, and the two slots in which they execute.

CREATE TABLE bulk_run (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    population TEXT NOT NULL,
    subjects BIGINT NOT NULL,
    wants_export BIGINT NOT NULL,
    status TEXT NOT NULL,
    job TEXT NOT NULL,
    submitted_at BIGINT NOT NULL,
    settled_at BIGINT,
    expires_at BIGINT,
    cursor BIGINT NOT NULL,
    evaluated BIGINT NOT NULL,
    eligible BIGINT NOT NULL,
    delta BIGINT
);
CREATE INDEX bulk_run_of_population ON bulk_run (population, status);

CREATE TABLE bulk_page (
    run BIGINT NOT NULL REFERENCES bulk_run (id),
    start BIGINT NOT NULL,
    evaluated BIGINT NOT NULL,
    eligible BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (run, start)
);

CREATE TABLE bulk_subject (
    run BIGINT NOT NULL REFERENCES bulk_run (id),
    subject BIGINT NOT NULL,
    PRIMARY KEY (run, subject)
);

CREATE TABLE simulation (
    run BIGINT PRIMARY KEY REFERENCES bulk_run (id),
    status TEXT NOT NULL CHECK (status IN ('pending', 'complete', 'failed'))
);

CREATE TABLE bulk_slot (
    number BIGINT PRIMARY KEY,
    holder TEXT,
    held_until BIGINT NOT NULL
);
INSERT INTO bulk_slot (number, held_until) VALUES (1, 0), (2, 0);
