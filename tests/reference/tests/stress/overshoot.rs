//! The database's own eye on the caps: an admission that makes one run too many is an error.

use reference::store::Database;

const POSTGRES: &str = "
    CREATE FUNCTION overshoot() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE admitted BIGINT; backfill BIGINT; cap owner%ROWTYPE;
    BEGIN
        EXECUTE format('SELECT count(*), count(*) FILTER (WHERE backfill = 1) FROM %I
            WHERE owner = $1 AND status IN (''queued'', ''running'', ''validating'')', TG_TABLE_NAME)
            INTO admitted, backfill USING NEW.owner;
        SELECT * INTO cap FROM owner WHERE name = NEW.owner;
        IF admitted > cap.total OR backfill > cap.backfill THEN
            RAISE EXCEPTION 'overshoot of %: % and %', NEW.owner, admitted, backfill;
        END IF;
        RETURN NULL;
    END $$;
    CREATE TRIGGER overshoot AFTER UPDATE OF status ON snapshot_run FOR EACH ROW
        WHEN (NEW.status = 'queued' AND OLD.status <> 'queued') EXECUTE FUNCTION overshoot();
    CREATE TRIGGER overshoot AFTER UPDATE OF status ON aging_run FOR EACH ROW
        WHEN (NEW.status = 'queued' AND OLD.status <> 'queued') EXECUTE FUNCTION overshoot();
";

const SQLITE: &str = "
    CREATE TRIGGER snapshot_overshoot AFTER UPDATE OF status ON snapshot_run
    WHEN NEW.status = 'queued' AND OLD.status <> 'queued' AND EXISTS (
        SELECT 1 FROM snapshot_run r JOIN owner o ON o.name = r.owner
        WHERE r.owner = NEW.owner AND r.status IN ('queued', 'running', 'validating')
        GROUP BY o.total, o.backfill HAVING count(*) > o.total OR sum(r.backfill) > o.backfill)
    BEGIN SELECT RAISE(ABORT, 'overshoot'); END;
    CREATE TRIGGER aging_overshoot AFTER UPDATE OF status ON aging_run
    WHEN NEW.status = 'queued' AND OLD.status <> 'queued' AND EXISTS (
        SELECT 1 FROM aging_run r JOIN owner o ON o.name = r.owner
        WHERE r.owner = NEW.owner AND r.status IN ('queued', 'running')
        GROUP BY o.total, o.backfill HAVING count(*) > o.total OR sum(r.backfill) > o.backfill)
    BEGIN SELECT RAISE(ABORT, 'overshoot'); END;
";

/// Watches the caps of both lifecycles that have them.
pub(super) fn watch(db: &mut Database, name: &str) {
    db.script(if name == "SQLite" { SQLITE } else { POSTGRES }).expect("triggers");
}
