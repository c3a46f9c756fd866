use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Items that a thread takes at a time: few enough that all have work to the end, many enough that taking costs nothing.
const CHUNK: usize = 64;
/// More wait for the file system, not for each other.
const MAX_THREADS: usize = 8;

/// The results of `work` for all `items`, in their order, with `threads` at work; 0 for as many as the machine runs. The
/// calling thread is one of them, and the only one where the system gives no other. Each has a state of its own.
pub(crate) fn map<T: Sync, S: Default, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&mut S, &T) -> R + Sync,
) -> Vec<R> {
    let useful = items.len() / (2 * CHUNK);
    let threads = match threads {
        0 if useful > 1 => thread::available_parallelism().map_or(1, |n| n.get().min(MAX_THREADS)),
        given => given,
    };
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = S::default();
        let mut done: Vec<(usize, Vec<R>)> = Vec::new();
        loop {
            let start = next.fetch_add(CHUNK, Ordering::Relaxed);
            let Some(rest) = items.get(start..).filter(|rest| !rest.is_empty()) else {
                return done;
            };
            let chunk = rest.iter().take(CHUNK);
            done.push((start, chunk.map(|item| work(&mut state, item)).collect()));
        }
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(useful))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, run).ok())
            .collect();
        let mut done = run();
        for other in others {
            match other.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_unstable_by_key(|(start, _)| *start);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_keep_the_order_of_items() {
        for count in [0, 1, 63, 64, 65, 1000, 5001] {
            let items: Vec<usize> = (0..count).collect();
            for threads in [0, 1, 2, 7] {
                let doubled = map(&items, threads, |seen: &mut usize, item| {
                    *seen += 1;
                    assert!(*seen <= count);
                    2 * item
                });
                assert_eq!(
                    doubled,
                    items.iter().map(|item| 2 * item).collect::<Vec<_>>()
                );
            }
        }
    }
}
