use super::*;

const OLD: Owner = Owner { uid: 1, gid: 2 };
const MINE: Owner = Owner { uid: 3, gid: 4 };

const REFUSED: Result<(), ErrorKind> = Err(ErrorKind::PermissionDenied);

/// Who may give what away: a user, a group.
fn resolved(
    old: Owner,
    mode: u32,
    user: Result<(), ErrorKind>,
    group: Result<(), ErrorKind>,
    may_write: Result<(), ErrorKind>,
) -> Result<(Owner, u32), String> {
    let give = |uid: Option<u32>, gid: Option<u32>| {
        let user = if uid.is_some() { user } else { Ok(()) };
        let group = if gid.is_some() { group } else { Ok(()) };
        user.and(group).map_err(io::Error::from)
    };
    let may_write = || may_write.map_err(io::Error::from);
    resolve(old, MINE, mode, give, may_write).map_err(|error| error.to_string())
}

#[test]
fn gives_owner_and_group_where_allowed() {
    let all = resolved(OLD, 0o6755, Ok(()), Ok(()), REFUSED);
    assert_eq!(all, Ok((OLD, 0o6755)));
    let mine = resolved(MINE, 0o6755, REFUSED, REFUSED, REFUSED);
    assert_eq!(mine, Ok((MINE, 0o6755)));
}

#[test]
fn takes_over_a_file_that_may_be_written() {
    for error in [
        ErrorKind::PermissionDenied,
        ErrorKind::InvalidInput,
        ErrorKind::Unsupported,
    ] {
        let with_group = Owner { gid: 2, ..MINE };
        let kept = resolved(OLD, 0o6664, Err(error), Ok(()), Ok(()));
        assert_eq!(kept, Ok((with_group, 0o664)));
        let lost = resolved(OLD, 0o6664, Err(error), Err(error), Ok(()));
        assert_eq!(lost, Ok((MINE, 0o644)));
    }
    let group = Owner { gid: 2, ..MINE };
    let lost = resolved(group, 0o640, Ok(()), REFUSED, Ok(()));
    assert_eq!(lost, Ok((MINE, 0o600)));
    let lost = resolved(group, 0o606, Ok(()), REFUSED, Ok(()));
    assert_eq!(lost, Ok((MINE, 0o666)));
}

#[test]
fn refuses_a_file_that_may_not_be_written() {
    let error = resolved(OLD, 0o644, REFUSED, Ok(()), REFUSED);
    assert_eq!(
        error.unwrap_err(),
        "it belongs to user 1, and this user may not write it; let this user write the file or own it"
    );
}

#[test]
fn passes_other_errors_on() {
    const BROKEN: Result<(), ErrorKind> = Err(ErrorKind::Interrupted);
    let expected = io::Error::from(ErrorKind::Interrupted).to_string();
    for (user, group, may_write) in [
        (BROKEN, Ok(()), Ok(())),
        (REFUSED, BROKEN, Ok(())),
        (REFUSED, Ok(()), BROKEN),
    ] {
        let error = resolved(OLD, 0o644, user, group, may_write);
        assert_eq!(error, Err(expected.clone()));
    }
}
