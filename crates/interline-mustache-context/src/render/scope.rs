use std::collections::HashMap;

use crate::data::View;

/// The number of inner scopes that are searched one by one. The answers of those further out are remembered.
const NEAR: usize = 16;

/// A value that names are looked up in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<'a> {
    pub(super) data: View<'a>,
    /// The list of which it is an item; otherwise itself.
    pub(super) list: View<'a>,
    pub(super) index: usize,
    /// The length of the list; 0 when it is not an item.
    pub(super) length: usize,
    /// A number that no other scope of the render has.
    pub(super) serial: u64,
    /// The serial of the innermost scope, from this one outwards, in which a name may be found.
    names_serial: u64,
}

impl<'a> Scope<'a> {
    #[inline]
    fn get(&self, name: &str) -> Option<View<'a>> {
        if let Some(found) = self.data.key(name) {
            return Some(found);
        }
        if self.length > 0 {
            return self.of_list(name);
        }
        None
    }

    /// The item of a list section, when it is a scalar, with the serial of the scope.
    fn scalar_item(&self) -> Option<(u64, View<'a>)> {
        (self.length > 0 && self.data.is_scalar()).then_some((self.serial, self.data))
    }

    /// The items of a list section, as `{{value}}` finds them.
    fn of_list(&self, name: &str) -> Option<View<'a>> {
        Some(match name {
            "first" => View::bool(self.index == 0),
            "last" => View::bool(self.index + 1 == self.length),
            "index" => View::Count(self.index),
            "number" => View::Count(self.index + 1),
            "length" => View::Count(self.length),
            _ => return None,
        })
    }
}

/// The answer for a name in all scopes up to one.
#[derive(Clone, Copy, Debug)]
struct Known<T> {
    depth: usize,
    serial: u64,
    found: Option<T>,
}

/// The open scopes, the root first.
///
/// A lookup takes a constant number of steps, apart from scopes that are new since the last lookup of the same name. Without that, nested
/// sections would take quadratic time.
#[derive(Debug)]
pub(super) struct Scopes<'a> {
    /// The innermost one, apart from the others since every tag reads it.
    top: Scope<'a>,
    /// The others, the root first.
    outer: Vec<Scope<'a>>,
    serial: u64,
    known: Option<HashMap<Box<str>, Vec<Known<View<'a>>>>>,
    /// The answers for scalar items, which have no name.
    known_items: Vec<Known<(u64, View<'a>)>>,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(root: View<'a>) -> Self {
        Self {
            top: Scope {
                data: root,
                list: root,
                index: 0,
                length: 0,
                serial: 1,
                names_serial: 1,
            },
            outer: Vec::new(),
            serial: 1,
            known: None,
            known_items: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, data: View<'a>, list: View<'a>, length: usize) {
        self.serial += 1;
        let names_serial = if length > 0 || data.is_map() {
            self.serial
        } else {
            self.names_serial()
        };
        let top = Scope {
            data,
            list,
            index: 0,
            length,
            serial: self.serial,
            names_serial,
        };
        self.outer.push(std::mem::replace(&mut self.top, top));
    }

    /// Closes the innermost scope. The root stays open.
    #[inline]
    pub(super) fn pop(&mut self) {
        if let Some(scope) = self.outer.pop() {
            self.top = scope;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.outer.len() + 1
    }

    /// Closes scopes until `length` are left. The root stays open.
    pub(super) fn truncate(&mut self, length: usize) {
        self.outer.truncate(length);
        if self.outer.len() == length {
            self.pop();
        }
    }

    /// Returns the keys of all scopes, those of the innermost first.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> + '_ {
        let scopes = std::iter::once(&self.top).chain(self.outer.iter().rev());
        scopes.flat_map(|scope| scope.data.keys())
    }

    fn scope(&self, at: usize) -> Option<&Scope<'a>> {
        match self.outer.get(at) {
            None if at == self.outer.len() => Some(&self.top),
            scope => scope,
        }
    }

    #[inline]
    pub(super) fn top(&self) -> View<'a> {
        self.top.data
    }

    /// Advances to the next item of the innermost list. Returns `false` after the last one.
    #[inline]
    pub(super) fn advance(&mut self) -> bool {
        let scope = &mut self.top;
        if scope.index + 1 >= scope.length {
            return false;
        }
        scope.index += 1;
        let Some(item) = scope.list.item(scope.index) else {
            return false;
        };
        scope.data = item;
        self.serial += 1;
        scope.serial = self.serial;
        scope.names_serial = self.serial;
        true
    }

    /// Returns a number that changes whenever a name may have another value than before. It is never 0.
    #[inline]
    pub(super) fn names_serial(&self) -> u64 {
        self.top.names_serial
    }

    /// Looks up `name` from the innermost scope outwards. `steps` grows by the scopes that are searched beyond the first few.
    #[inline(always)]
    pub(super) fn get(&mut self, name: &str, steps: &mut u64) -> Option<View<'a>> {
        // Most names are in the innermost scope. This path is inlined into every tag, the rest is not.
        match self.top.data.key(name) {
            None => self.get_outer(name, steps),
            found => found,
        }
    }

    /// Looks up `name` without the fast path for the innermost scope.
    fn get_outer(&mut self, name: &str, steps: &mut u64) -> Option<View<'a>> {
        if self.top.length > 0 {
            if let Some(found) = self.top.of_list(name) {
                return Some(found);
            }
        }
        let far = self.len().saturating_sub(NEAR);
        for scope in self.outer.get(far..).unwrap_or_default().iter().rev() {
            if let Some(found) = scope.get(name) {
                return Some(found);
            }
        }
        if far == 0 {
            None
        } else {
            self.get_far(name, far, steps)
        }
    }

    /// Returns the serial of the scope that was opened or advanced last.
    pub(super) fn serial(&self) -> u64 {
        self.serial
    }

    /// Returns the item of the innermost list section whose item is a scalar, when its scope is newer than `since`: the value of
    /// `{{value}}` where no scope has that name. `steps` grows as in `get`.
    pub(super) fn scalar_item(&mut self, since: u64, steps: &mut u64) -> Option<View<'a>> {
        let far = self.len().saturating_sub(NEAR);
        let near = self.outer.get(far..).unwrap_or_default().iter().rev();
        let mut near = std::iter::once(&self.top).chain(near);
        let found = match near.find_map(Scope::scalar_item) {
            None if far > 0 => {
                let mut known = std::mem::take(&mut self.known_items);
                let found = self.get_known(Scope::scalar_item, far, &mut known, steps);
                self.known_items = known;
                found
            }
            found => found,
        };
        found
            .filter(|(serial, _)| *serial > since)
            .map(|(_, item)| item)
    }

    fn get_far(&mut self, name: &str, far: usize, steps: &mut u64) -> Option<View<'a>> {
        let mut all_known = self.known.take().unwrap_or_default();
        if !all_known.contains_key(name) {
            all_known.insert(name.into(), Vec::new());
        }
        let found = all_known
            .get_mut(name)
            .and_then(|known| self.get_known(|scope| scope.get(name), far, known, steps));
        self.known = Some(all_known);
        found
    }

    fn get_known<T: Copy>(
        &self,
        get: impl Fn(&Scope<'a>) -> Option<T>,
        far: usize,
        known: &mut Vec<Known<T>>,
        steps: &mut u64,
    ) -> Option<T> {
        // Answers about scopes that are closed by now are of no use.
        while let Some(last) = known.last() {
            let is_open = last.depth < far
                && self.scope(last.depth).map(|scope| scope.serial) == Some(last.serial);
            if is_open {
                break;
            }
            known.pop();
        }
        // Scopes below the last answer have not changed since, so that only those above it are searched.
        let base = known.last().copied();
        let bottom = base.map_or(0, |base| base.depth + 1);
        let mut found = base.and_then(|base| base.found);
        let mut found_at = bottom;
        for at in (bottom..far).rev() {
            *steps += 1;
            if let Some(value) = self.scope(at).and_then(&get) {
                found = Some(value);
                found_at = at;
                break;
            }
        }
        // The answer is the same for all scopes that were searched. Keeping it for some of them leaves one that still holds when the
        // innermost are closed.
        for at in found_at..far {
            if at % NEAR != NEAR - 1 && at + 1 != far {
                continue;
            }
            if let Some(scope) = self.scope(at) {
                known.push(Known {
                    depth: at,
                    serial: scope.serial,
                    found,
                });
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    proptest! {
        #[test]
        fn same_as_looking_through_all(moves in proptest::collection::vec((0..7_u8, 0..3_usize), 1..300)) {
            let maps = [json!({"a": 1}), json!({"b": 2}), json!({})];
            let list = json!([{"a": 3}, 5, {"b": 4}]);
            let mut scopes = Scopes::new(View::Json(&maps[2]));
            let mut steps = 0;
            for (what, which) in moves {
                match what {
                    0..=2 => scopes.push(View::Json(&maps[which]), View::Json(&maps[which]), 0),
                    3 => scopes.push(View::Json(&list[0]), View::Json(&list), 3),
                    4 if scopes.len() > 1 => scopes.pop(),
                    5 => {
                        scopes.advance();
                    }
                    _ => {}
                }
                let inner = std::iter::once(&scopes.top);
                let naive = inner.chain(scopes.outer.iter().rev()).find_map(Scope::scalar_item).map(|(_, item)| item);
                let found = scopes.scalar_item(0, &mut steps);
                prop_assert_eq!(format!("{naive:?}"), format!("{found:?}"));
                let name = ["a", "b", "index"][which];
                let inner = std::iter::once(&scopes.top);
                let naive = inner.chain(scopes.outer.iter().rev()).find_map(|scope| scope.get(name));
                let found = scopes.get(name, &mut steps);
                prop_assert_eq!(format!("{naive:?}"), format!("{found:?}"));
            }
        }
    }

    #[test]
    fn deep_scopes_cost_no_more_per_look_up() {
        for depth in [1_000_u64, 2_000, 4_000] {
            let maps = [json!({"a": 1}), json!({"b": 2}), json!({"root": 1})];
            let mut scopes = Scopes::new(View::Json(&maps[2]));
            let mut steps = 0;
            for at in 0..depth {
                let map = View::Json(&maps[at as usize % 2]);
                scopes.push(map, map, 0);
                assert!(scopes.get("root", &mut steps).is_some());
                assert!(scopes.get("none", &mut steps).is_none());
            }
            assert!((depth..=2 * depth).contains(&steps), "{depth}: {steps}");
        }
    }
}
