//! Sessions that meet at one row.

use std::thread;

use super::{Base, TABLE, refused, until_one_waits};

#[test]
fn of_two_that_race_one_is_judged_by_what_the_other_left() {
    let test = "of_two_that_race_one_is_judged_by_what_the_other_left";
    let Some(mut base) = Base::guarded(test, TABLE) else { return };
    let levels = [("READ COMMITTED", "23514"), ("REPEATABLE READ", "40001"), ("SERIALIZABLE", "40001")];
    for (level, code) in levels {
        base.run("TRUNCATE run; INSERT INTO run VALUES (1, 'planned'); UPDATE run SET status = 'queued'");
        base.run("UPDATE run SET status = 'running'; UPDATE run SET status = 'validating'");
        let begin = format!("BEGIN ISOLATION LEVEL {level}; SELECT status FROM run");
        base.run(&begin);
        let mut other = base.connect();
        other.batch_execute(&begin).expect("it begins");
        // Both have read `validating`, from which both updates are declared.
        base.run("UPDATE run SET status = 'published'");
        let second = thread::spawn(move || refused(&mut other, "UPDATE run SET status = 'failed'"));
        let mut third = base.connect();
        until_one_waits(&mut third);
        base.run("COMMIT");
        let error = second.join().expect("it ends");
        assert_eq!(error.code().code(), code, "{level}: {error}");
        if code == "23514" {
            assert!(error.message().contains("no row `published` -> `failed`"), "{error}");
        }
        assert_eq!(base.states(), "published");
    }
}

#[test]
fn whatever_many_sessions_try_each_step_is_declared() {
    let audit = "CREATE TABLE step (was text, now text);
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN INSERT INTO step VALUES (OLD.status, NEW.status); RETURN NULL; END $$;
        CREATE TRIGGER note AFTER UPDATE ON run FOR EACH ROW EXECUTE FUNCTION note()";
    let test = "whatever_many_sessions_try_each_step_is_declared";
    let Some(mut base) = Base::guarded(test, &format!("{TABLE}; {audit}")) else { return };
    base.run("INSERT INTO run SELECT n, 'planned' FROM generate_series(1, 40) n");
    let states =
        ["planned", "queued", "running", "validating", "published", "failed", "skipped", "cancelled"];
    let sessions = [5, 7, 11, 13].map(|step| {
        let mut client = base.connect();
        thread::spawn(move || {
            let mut accepted = 0;
            for n in 0..400_usize {
                let (id, to) = (n * step % 40 + 1, states[(n * step / 3 + n) % states.len()]);
                let update = format!("UPDATE run SET status = '{to}' WHERE id = {id}");
                accepted += usize::from(client.batch_execute(&update).is_ok());
            }
            accepted
        })
    });
    let accepted: usize = sessions.into_iter().map(|session| session.join().expect("it ends")).sum();
    let oracle = crate::databases::oracle::Oracle::new(&base.kept.model, "run.status");
    let steps = base.client.query("SELECT was, now, count(*) FROM step GROUP BY 1, 2", &[]).expect("steps");
    let mut noted = 0;
    for step in &steps {
        let (was, now): (&str, &str) = (step.get(0), step.get(1));
        let answer = oracle.update(Some(was), Some(now));
        assert_eq!(answer, crate::databases::oracle::Answer::Accepted, "{was} -> {now}");
        noted += usize::try_from(step.get::<_, i64>(2)).expect("a count");
    }
    assert!(steps.len() > 8, "only {} kinds of step were made", steps.len());
    assert_eq!(noted, accepted);
}
