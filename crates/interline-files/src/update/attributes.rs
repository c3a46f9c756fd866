//! Extended attributes, which hold access control lists too.

use std::ffi::{CStr, CString};
use std::fs::File;

use interline_text::{Diagnostic, Severity};
use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
use rustix::io::Errno;

use super::lock::is_unsupported;
use crate::diagnostics::ATTRIBUTES_NOT_KEPT;

/// The attribute in which Linux keeps the access control list of a file.
const ACCESS_LIST: &CStr = c"system.posix_acl_access";

/// Attributes that belong to the bytes of a file or to its origin, and that the system makes for each file.
const NOT_COPIED: [&CStr; 3] = [c"security.ima", c"security.evm", c"com.apple.provenance"];

/// More than any system allows for one value or for all names.
const MAX_BYTES: usize = 1 << 20;

/// Gives `new` the attributes of `old`. Its access control list is copied only with `keeps_group`: in it the owning group has rights.
///
/// The mode bits of `new` have to be set afterwards, since an access control list changes them.
///
/// Returns the diagnostic about attributes that were lost, and the mode bits of group and others that may stay where the access control
/// list was not copied.
pub(crate) fn copy(old: &File, new: &File, keeps_group: bool) -> (Option<Diagnostic>, Option<u32>) {
    let names = match list(old) {
        Ok(names) => names,
        Err(error) => {
            let message = format!(
                "the attributes of the file could not be listed and were not kept: {error}; set them again if they matter"
            );
            return (Some(warning(message)), Some(limits(&[], keeps_group)));
        }
    };
    let mut left = None;
    let mut lost = Vec::new();
    if !names.iter().any(|name| name.as_c_str() == ACCESS_LIST) {
        // A directory gives new files its own list.
        let _ = fremovexattr(new, ACCESS_LIST);
    }
    for name in &names {
        let name = name.as_c_str();
        if NOT_COPIED.contains(&name) {
            continue;
        }
        let value = match get(old, name) {
            Ok(value) => value,
            // Removed since.
            Err(Errno::NODATA) => continue,
            Err(_) => {
                lost.push(name);
                continue;
            }
        };
        let is_list = name == ACCESS_LIST;
        let may_copy = keeps_group || !is_list;
        let is_copied = || {
            // The directory may have given it the same value already, which an unprivileged user could not set.
            get(new, name).is_ok_and(|found| found == value)
                || fsetxattr(new, name, &value, XattrFlags::empty()).is_ok()
        };
        if may_copy && is_copied() {
            continue;
        }
        lost.push(name);
        if is_list {
            let _ = fremovexattr(new, ACCESS_LIST);
            left = Some(limits(&value, keeps_group));
        }
    }
    ((!lost.is_empty()).then(|| not_kept(&lost)), left)
}

fn not_kept(names: &[&CStr]) -> Diagnostic {
    let names: Vec<_> = names
        .iter()
        .map(|name| format!("`{}`", name.to_string_lossy()))
        .collect();
    let message = format!(
        "attributes of the file were not kept: {}; set them again if they matter",
        names.join(", ")
    );
    warning(message)
}

fn warning(message: String) -> Diagnostic {
    Diagnostic::new(Severity::Warning, ATTRIBUTES_NOT_KEPT, 0..0, message)
}

/// Returns the names of the attributes; none where the file system has no attributes.
fn list(file: &File) -> Result<Vec<CString>, Errno> {
    let names = match grow(|buffer| flistxattr(file, buffer)) {
        Ok(names) => names,
        Err(error) if is_unsupported(error) => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let names = names.split(|&byte| byte == 0);
    let names = names.filter(|name| !name.is_empty());
    Ok(names.filter_map(|name| CString::new(name).ok()).collect())
}

fn get(file: &File, name: &CStr) -> Result<Vec<u8>, Errno> {
    grow(|buffer| fgetxattr(file, name, buffer))
}

/// Calls `read` with larger and larger buffers until what it reads fits.
fn grow(read: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
    let mut buffer = vec![0; 1024];
    loop {
        match read(&mut buffer) {
            Ok(length) => {
                buffer.truncate(length);
                return Ok(buffer);
            }
            Err(Errno::RANGE) if buffer.len() < MAX_BYTES => buffer.resize(buffer.len() * 8, 0),
            Err(error) => return Err(error),
        }
    }
}

/// The mode bits of group and others that may stay when an access control list in the format of Linux is lost, so that no user gets a
/// right that they did not have.
///
/// With a list, the bits of the group are those of its mask; the owning group itself may have less. A user whom the list names may have
/// less than all others, one of whom they are without the list.
///
/// A version number (4 bytes) is followed by entries of 8 bytes: a tag (2 bytes), rights (2), and a user or group, all little-endian.
fn limits(list: &[u8], keeps_group: bool) -> u32 {
    const GROUP: u16 = 0x04;
    const NAMED: [u16; 2] = [0x02, 0x08];
    const MASK: u16 = 0x10;

    let entries = list.get(4..).unwrap_or_default().chunks_exact(8);
    let entries = entries.filter_map(|entry| match *entry {
        [a, b, c, d, ..] => {
            let rights = u32::from(u16::from_le_bytes([c, d])) & 0o7;
            Some((u16::from_le_bytes([a, b]), rights))
        }
        _ => None,
    });
    let (mut group, mut mask, mut named) = (0, 0o7, None);
    for (tag, rights) in entries {
        match tag {
            GROUP => group = rights,
            MASK => mask = rights,
            _ if NAMED.contains(&tag) => named = Some(named.unwrap_or(0o7) & rights),
            _ => {}
        }
    }
    let all = named.map_or(0o7, |rights| rights & mask);
    let group = if keeps_group { group & mask & all } else { all };
    group << 3 | all
}

#[cfg(test)]
mod tests;
