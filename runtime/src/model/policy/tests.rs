//! Delays and limits.

use super::*;

fn failure(retry_after_ms: Option<u64>) -> Failure {
    Failure { retry_after_ms, ..Failure::connection("no") }
}

#[test]
fn delays_grow_up_to_the_longest_one() {
    let retry = Retry { attempts_max: Some(9), max_delay_ms: Some(3_000), ..Retry::default() };
    let policy = Policy::new(retry, Retry::default());
    let delays: Vec<u64> = (1..6).map(|it| policy.delay_ms(it)).collect();
    assert_eq!(delays, [500, 1_000, 2_000, 3_000, 3_000]);
    assert_eq!(policy.delay_ms(200), 3_000);
}

#[test]
fn what_the_agent_says_comes_first() {
    let connection = Retry { attempts_max: Some(9), backoff: Some(Backoff::Fixed), ..Retry::default() };
    let agent = Retry { attempts_max: Some(2), ..Retry::default() };
    let policy = Policy::new(connection, agent);
    assert!(policy.wait(1, &failure(None)).is_some());
    assert!(policy.wait(2, &failure(None)).is_none(), "two attempts are all");
    assert_eq!(policy.delay_ms(5), 500);
}

#[test]
fn jitter_stays_between_a_half_and_the_whole() {
    for delay in [0, 1, 7, 1_000] {
        assert!((delay - delay / 2..=delay).contains(&jittered(delay)));
    }
}

#[test]
fn what_a_server_asks_for_is_honoured_unless_it_is_too_long() {
    let policy = Policy::new(Retry::default(), Retry::default());
    assert_eq!(policy.wait(1, &failure(Some(7_000))), Some(Duration::from_secs(7)));
    assert_eq!(policy.wait(1, &failure(Some(3_600_000))), None);
    assert_eq!(policy.wait(1, &Failure::config("bad")), None);
}

#[test]
fn a_bucket_fills_up_again() {
    let mut bucket = Bucket::new(60);
    assert_eq!(bucket.take(60.0, 1.0), None);
    let wait = bucket.take(1.0, 1.0).map(|it| it.as_secs_f64());
    assert!(wait.is_some_and(|it| (0.9..=1.0).contains(&it)), "{wait:?}");
    bucket.seen -= Duration::from_secs(2);
    assert_eq!(bucket.take(1.0, 1.0), None);
}
