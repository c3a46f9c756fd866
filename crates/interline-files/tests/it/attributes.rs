//! Mode bits, owners, extended attributes and access control lists of files that are replaced.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use interline_files::{Error, UpdateOptions, Updated, update};
use interline_testing::set_mode;

fn append(path: &Path) -> Updated {
    let updated = update(path, &UpdateOptions::new(), |old| {
        Ok::<_, Error>(Some(format!("{old}more\n")))
    });
    updated.unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

#[test]
fn mode_bits_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.md");
    fs::write(&path, "text\n").unwrap();
    for bits in [0o600, 0o640, 0o664, 0o755, 0o4755] {
        set_mode(&path, bits);
        assert!(append(&path).diagnostics.is_empty());
        assert_eq!(mode(&path), bits, "{:o}", mode(&path));
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use interline_files::diagnostics::{ATTRIBUTES_NOT_KEPT, OWNER_NOT_KEPT};
    use interline_testing::as_unprivileged_user_after;
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};

    use super::*;

    const ACCESS: &str = "system.posix_acl_access";
    const DEFAULT: &str = "system.posix_acl_default";

    const OWNER: u16 = 0x01;
    const USER: u16 = 0x02;
    const GROUP: u16 = 0x04;
    const MASK: u16 = 0x10;
    const OTHERS: u16 = 0x20;

    /// The user and group that tests run as where they run as the super-user.
    const NOBODY: u32 = 65534;

    /// An access control list as the system stores it.
    fn list(entries: &[(u16, u16, u32)]) -> Vec<u8> {
        let mut list = 2_u32.to_le_bytes().to_vec();
        for (tag, rights, id) in entries {
            list.extend(tag.to_le_bytes());
            list.extend(rights.to_le_bytes());
            let id = if *tag == USER { *id } else { u32::MAX };
            list.extend(id.to_le_bytes());
        }
        list
    }

    /// Returns whether the file system has such attributes.
    fn set(path: &Path, name: &str, value: &[u8]) -> bool {
        fsetxattr(File::open(path).unwrap(), name, value, XattrFlags::empty()).is_ok()
    }

    fn get(path: &Path, name: &str) -> Option<Vec<u8>> {
        let mut value = vec![0; 70_000];
        let length = fgetxattr(File::open(path).unwrap(), name, &mut value[..]).ok()?;
        value.truncate(length);
        Some(value)
    }

    fn names(path: &Path) -> Vec<String> {
        let mut names = vec![0; 70_000];
        let length = flistxattr(File::open(path).unwrap(), &mut names[..]).unwrap();
        names.truncate(length);
        let names = names
            .split(|&byte| byte == 0)
            .filter(|name| !name.is_empty());
        let mut names: Vec<_> = names
            .map(|name| String::from_utf8(name.to_vec()).unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn extended_attributes_are_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.md");
        fs::write(&path, "text\n").unwrap();
        // More than the first buffer takes.
        let values = [
            ("user.empty", Vec::new()),
            ("user.bytes", b"\0\xff".to_vec()),
            ("user.long", vec![b'x'; 2_500]),
        ];
        let kept: Vec<_> = values
            .iter()
            .filter(|(name, value)| set(&path, name, value))
            .collect();
        let before = names(&path);
        assert!(append(&path).diagnostics.is_empty());
        assert_eq!(names(&path), before);
        for (name, value) in kept {
            assert_eq!(get(&path, name).as_ref(), Some(value), "{name}");
        }
    }

    #[test]
    fn access_control_lists_are_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.md");
        fs::write(&path, "text\n").unwrap();
        set_mode(&path, 0o640);
        let entries = [
            (OWNER, 6, 0),
            (USER, 6, 12_345),
            (GROUP, 4, 0),
            (MASK, 6, 0),
            (OTHERS, 0, 0),
        ];
        set(&path, ACCESS, &list(&entries));
        let (before, bits) = (get(&path, ACCESS), mode(&path));
        assert!(append(&path).diagnostics.is_empty());
        assert_eq!(get(&path, ACCESS), before);
        assert_eq!(mode(&path), bits);
    }

    /// A directory has a list for the files that are made in it; a file that had none gets none.
    #[test]
    fn a_default_list_adds_no_right() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.md");
        fs::write(&path, "text\n").unwrap();
        set_mode(&path, 0o640);
        let entries = [
            (OWNER, 7, 0),
            (USER, 7, 12_345),
            (GROUP, 7, 0),
            (MASK, 7, 0),
            (OTHERS, 0, 0),
        ];
        let has_lists = set(directory.path(), DEFAULT, &list(&entries));
        assert!(append(&path).diagnostics.is_empty());
        assert_eq!(get(&path, ACCESS), None);
        assert_eq!(mode(&path), 0o640);
        if has_lists {
            // A new file does get it.
            let new = directory.path().join("new.md");
            fs::write(&new, "").unwrap();
            assert!(get(&new, ACCESS).is_some());
        }
    }

    fn codes(updated: &Updated) -> Vec<&str> {
        let codes = updated.diagnostics.iter();
        codes.map(|diagnostic| &*diagnostic.code).collect()
    }

    /// An attribute that only the super-user sets, on a file that anybody may write.
    #[test]
    fn attributes_that_cannot_be_kept_are_reported() {
        let name = "attributes::linux::attributes_that_cannot_be_kept_are_reported";
        let prepare = |directory: &Path| {
            let path = directory.join("a.md");
            fs::write(&path, "text\n").unwrap();
            set_mode(&path, 0o666);
            set(&path, "security.interline", b"x");
        };
        as_unprivileged_user_after(name, prepare, |directory| {
            let path = directory.join("a.md");
            let is_there = names(&path).iter().any(|name| name == "security.interline");
            let is_mine = fs::metadata(&path).unwrap().uid() != 0;
            let updated = append(&path);
            if is_mine && !is_there {
                assert!(updated.diagnostics.is_empty());
                return;
            }
            let mut expected = vec![OWNER_NOT_KEPT];
            if is_there {
                expected.push(ATTRIBUTES_NOT_KEPT);
                assert_eq!(
                    updated.diagnostics[1].to_string(),
                    "warning[attributes-not-kept]: attributes of the file were not kept: `security.interline`; set them again if \
                     they matter"
                );
            }
            assert_eq!(codes(&updated), expected);
            assert_eq!(fs::read_to_string(&path).unwrap(), "text\nmore\n");
        });
    }

    /// The file of another user, which a list lets this user write. Neither owner nor group can be kept, and with the group the list
    /// would give its rights to another one.
    #[test]
    fn a_list_lost_with_the_group_adds_no_right() {
        let name = "attributes::linux::a_list_lost_with_the_group_adds_no_right";
        let prepare = |directory: &Path| {
            let path = directory.join("a.md");
            fs::write(&path, "text\n").unwrap();
            set_mode(&path, 0o664);
            let entries = [
                (OWNER, 6, 0),
                (USER, 6, NOBODY),
                (USER, 0, 12_345),
                (GROUP, 6, 0),
                (MASK, 6, 0),
                (OTHERS, 4, 0),
            ];
            set(&path, ACCESS, &list(&entries));
        };
        as_unprivileged_user_after(name, prepare, |directory| {
            let path = directory.join("a.md");
            let before = get(&path, ACCESS);
            let is_mine = fs::metadata(&path).unwrap().uid() != 0;
            if is_mine || before.is_none() {
                // It is read-only where it is another user's and has no list.
                let updated = update(&path, &UpdateOptions::new(), |old| {
                    Ok::<_, Error>(Some(format!("{old}more\n")))
                });
                assert_eq!(updated.is_ok(), is_mine);
                assert_eq!(get(&path, ACCESS), before);
                return;
            }
            let updated = append(&path);
            assert_eq!(codes(&updated), [OWNER_NOT_KEPT, ATTRIBUTES_NOT_KEPT]);
            assert_eq!(get(&path, ACCESS), None);
            // User 12345 might do nothing, and is one of the others now.
            assert_eq!(mode(&path), 0o600, "{:o}", mode(&path));
        });
    }
}
