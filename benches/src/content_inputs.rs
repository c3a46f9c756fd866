//! A docroot of templates.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Returns the template with this number: frontmatter, variables of each layer, a list, and a body of 2 KB. Every fourth includes a
/// partial, every tenth prints its size.
#[must_use]
pub fn template(number: usize) -> String {
    let mut text = format!(
        "---\ntitle: 'Part {number} for {{{{agent.name}}}}'\ntags: [a, b]\n---\n# {{{{project.name}}}}, {{{{file.basename}}}}\n\n\
         {{{{#project.categories}}}}* {{{{.}}}}\n{{{{/project.categories}}}}\n{{{{^collection}}}}Of {{{{category.name}}}}, \
         {{{{category.dir}}}}.{{{{/collection}}}}\n"
    );
    if number % 4 == 0 {
        text.push_str("{{>parts/rules.md}}\n");
    }
    if number % 10 == 0 {
        text.push_str("{{file.size}} bytes at {{now}}\n");
    }
    for line in 0..20 {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{line}. Read the text twice before {{{{agent.name}}}} begins, and say \"<{{{{team}}}}>\" what was left out."
        );
    }
    text
}

/// Writes `count` templates to directories of 100 below `docs`, and a partial; returns the paths of the templates.
///
/// # Errors
///
/// When a file cannot be written.
pub fn write_docroot(docroot: &Path, count: usize) -> std::io::Result<Vec<PathBuf>> {
    std::fs::create_dir_all(docroot.join("parts"))?;
    std::fs::write(
        docroot.join("parts/rules.md.mustache"),
        "---\nnote: x\n---\n* Be kind, {{agent.name}}.\n* Be brief.\n",
    )?;
    (0..count)
        .map(|number| {
            let directory = docroot.join(format!("docs/{:03}", number / 100));
            std::fs::create_dir_all(&directory)?;
            let path = directory.join(format!("{:02}.md.mustache", number % 100));
            std::fs::write(&path, template(number))?;
            Ok(path)
        })
        .collect()
}
