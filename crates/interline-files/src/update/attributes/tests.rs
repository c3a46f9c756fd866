use super::*;

fn list_of(entries: &[(u16, u16)]) -> Vec<u8> {
    let mut list = 2_u32.to_le_bytes().to_vec();
    for (tag, rights) in entries {
        list.extend(tag.to_le_bytes());
        list.extend(rights.to_le_bytes());
        list.extend(u32::MAX.to_le_bytes());
    }
    list
}

#[test]
fn limits_the_group_to_its_own_rights() {
    let list = |group, mask| list_of(&[(1, 7), (4, group), (0x10, mask), (0x20, 0)]);
    assert_eq!(limits(&list(4, 7), true), 0o47);
    assert_eq!(limits(&list(7, 5), true), 0o57);
    assert_eq!(limits(&list(0, 7), true), 0o07);
    assert_eq!(limits(&list_of(&[(1, 6), (4, 6), (0x20, 4)]), true), 0o67);
}

#[test]
fn limits_all_to_what_the_list_allowed_to_those_it_names() {
    let list = list_of(&[(1, 7), (2, 4), (4, 6), (8, 6), (0x10, 6), (0x20, 6)]);
    assert_eq!(limits(&list, true), 0o44);
    assert_eq!(limits(&list, false), 0o44);
    let masked = list_of(&[(1, 7), (2, 6), (4, 6), (0x10, 4), (0x20, 6)]);
    assert_eq!(limits(&masked, true), 0o44);
    assert_eq!(limits(&list_of(&[(1, 7), (4, 6), (0x20, 6)]), false), 0o77);
}

#[test]
fn allows_the_group_nothing_where_the_list_cannot_be_read() {
    assert_eq!(limits(b"", true), 0o07);
    assert_eq!(limits(b"\x02\0\0\0\x04\0\x07", true), 0o07);
}

#[test]
fn reads_what_is_longer_than_the_first_buffer() {
    let long = vec![7; 70_000];
    let read = |buffer: &mut [u8]| {
        let room = buffer.get_mut(..long.len()).ok_or(Errno::RANGE)?;
        room.copy_from_slice(&long);
        Ok(long.len())
    };
    assert_eq!(grow(read), Ok(long.clone()));
    assert_eq!(grow(|_| Err(Errno::RANGE)), Err(Errno::RANGE));
}
