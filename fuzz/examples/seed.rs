//! Writes the seeds in `fuzz/corpus`, from the case files of the crates, the suites in `testing/suites`, and the files in
//! `$INTERLINE_SHARED` when it is set.

use std::collections::hash_map::DefaultHasher;
use std::error::Error;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use interline_fuzz::input::encode;
use serde_json::Value as Json;

/// The longest seed in bytes. Longer ones slow the fuzzer down and find no more.
const MAX_SEED: usize = 2048;
/// The number of real files, chosen evenly from all.
const MAX_FILES: usize = 400;

/// The fields of one example, in order.
type Case = Vec<(String, String)>;

struct Seeds {
    root: PathBuf,
    count: usize,
}

impl Seeds {
    fn add(&mut self, target: &str, parts: &[&str], choices: &[u8]) -> std::io::Result<()> {
        let mut data = Vec::new();
        for part in parts {
            data.extend(encode(part));
            data.push(0xFF);
        }
        data.extend(choices);
        if data.len() > MAX_SEED {
            return Ok(());
        }
        let mut hash = DefaultHasher::new();
        data.hash(&mut hash);
        let directory = self.root.join(target);
        std::fs::create_dir_all(&directory)?;
        std::fs::write(directory.join(format!("seed-{:016x}", hash.finish())), data)?;
        self.count += 1;
        Ok(())
    }

    /// Adds a response or document for all targets that read one.
    fn add_markdown(&mut self, text: &str) -> std::io::Result<()> {
        self.add("parse_patches", &[text], &[0, 0, 0, 0, 0, 7, 50])?;
        let shape = u8::try_from(self.count % 2 + 1).unwrap_or(1);
        self.add("parse_patches", &[text], &[0, 0, 0, 0, shape])?;
        self.add(
            "document",
            &[text, "[status]\npatch = 'append'\n", "abcd", "A b"],
            &[],
        )?;
        self.add("text_edits", &[text, "a\nb\n", "x\n"], &[3, 1, 9, 0])
    }

    fn add_applied(&mut self, document: &str, response: &str) -> std::io::Result<()> {
        // One policy for each seed: with all three, the fuzzer would need minutes to read its seeds.
        let policy = u8::try_from(self.count % 3).unwrap_or(0);
        self.add("apply", &[document, response], &[0, policy])?;
        self.add(
            "live",
            &[document, response],
            &[0, policy, 0, 0, 0, 0, 1, 9, 30, 60],
        )
    }

    /// Adds old and new content of a component.
    fn add_content(&mut self, old: &str, new: &str) -> std::io::Result<()> {
        let mode = u8::try_from(self.count % 3).unwrap_or(0);
        self.add("apply", &[old, new], &[4, 0, mode, mode])?;
        self.add("apply", &["", new], &[5, 0, mode, mode])?;
        self.add("apply", &[old, new], &[6, 0, mode, mode])?;
        self.add("apply", &[old, new], &[7, 5])?;
        self.add("live", &[old, new], &[1, 1, 0, 0, 0, 0, 1, 9, 30])
    }

    /// Adds a file with frontmatter.
    fn add_file(&mut self, text: &str) -> std::io::Result<()> {
        self.add("split", &[text], &[])?;
        self.add("read", &[text], &[])?;
        for op in 0..6 {
            self.add(
                "edit_agent",
                &[text, "new-id", "model: x\nresume: null\n"],
                &[op],
            )?;
        }
        for op in 0..4 {
            self.add("edit", &[text, "session", "renamed", "new-id"], &[op, 0])?;
        }
        self.add("edit", &[text, "added", "a", "v: [1, {k: w}]"], &[0, 1])
    }

    fn add_agent(&mut self, text: &str) -> std::io::Result<()> {
        self.add("agent", &[text, "model", "m"], &[])?;
        self.add("agent", &[text, "tools", "Read, Edit"], &[1, 1])?;
        self.add("dialect", &[text], &[])?;
        self.add("read", &[text], &[])
    }

    fn add_template(&mut self, case: &impl Fn(&str) -> Option<String>) -> std::io::Result<()> {
        let Some(template) = case("template") else {
            return Ok(());
        };
        let partials = case("partials").and_then(|partials| serde_json::from_str(&partials).ok());
        let partials: Vec<(String, String)> = match partials {
            Some(Json::Object(map)) => map
                .into_iter()
                .filter_map(|(name, text)| Some((name, text.as_str()?.to_owned())))
                .collect(),
            _ => Vec::new(),
        };
        // The target has two partials, `p` and `q`.
        let mut texts = [template, String::new(), String::new()];
        for ((name, source), (known, index)) in partials.iter().zip([("p", 1), ("q", 2)]) {
            texts[index].clone_from(source);
            for text in &mut texts {
                *text = text
                    .replace(&format!(">{name}}}"), &format!(">{known}}}"))
                    .replace(&format!("<{name}}}"), &format!("<{known}}}"));
            }
        }
        let [template, p, q] = texts;
        let data = case("data").unwrap_or_else(|| "{}".to_owned());
        for choice in 0..3 {
            self.add(
                "template",
                &[&template, &data, &p, &q],
                &[choice, choice % 2, choice],
            )?;
        }
        Ok(())
    }

    fn add_case(&mut self, case: &Case) -> std::io::Result<()> {
        let get = |name: &str| {
            case.iter()
                .find(|(field, _)| field == name)
                .map(|(_, text)| text.clone())
        };
        let (document, response) = (get("document"), get("response"));
        if document.is_some() || response.is_some() {
            let document =
                document.unwrap_or_else(|| "<!-- agent:a -->\n1\n<!-- /agent:a -->\n".to_owned());
            let response = response
                .unwrap_or_else(|| "Text.\n\n<!-- patch:a -->\n2\n<!-- /patch:a -->\n".to_owned());
            self.add_content(&document, &response)?;
            for component in interline_patch_template::Document::parse(&document).components() {
                let old = &document[component.content.clone()];
                for patch in &interline_patch_template::parse_patches(&response).patches {
                    self.add_content(old, &patch.content)?;
                }
            }
            self.add_markdown(&document)?;
            self.add_markdown(&response)?;
            self.add_applied(&document, &response)?;
        }
        if let Some(text) = get("text") {
            self.add_file(&text)?;
            self.add_agent(&text)?;
            self.add("fragment", &[&text, "{{a}} \\{{b}}", "1", "2"], &[1])?;
        }
        if let Some(block) = get("block") {
            self.add_file(&format!("---\n{block}---\nbody\n"))?;
        }
        if let Some(body) = get("body").filter(|_| get("declare").is_some()) {
            self.add("fragment", &["", &body, "1", "{{a}}"], &[])?;
            let declared = get("declare").unwrap_or_default();
            let file = format!("---\nname: x\ndescription: d\narguments: |-\n  {declared}\n---\n");
            self.add("fragment", &[&file, &body, "1", "{{a}}"], &[1])?;
        }
        if get("line").is_some() {
            let lines = case.iter().filter(|(field, _)| field == "line");
            let header: String = lines.map(|(_, line)| format!("{line}\n")).collect();
            self.add_agent(&format!("---\nname: x\n{header}---\nb\n"))?;
            self.add_agent(&format!("---\n{header}---\nb\n"))?;
        }
        if let (Some(old), Some(new)) = (get("old"), get("new")) {
            self.add("text_edits", &[&old, &new, "x\ny\n"], &[3, 0, 4, 1, 2, 3])?;
        }
        self.add_template(&get)
    }
}

/// Decodes a value of a case file. Unknown escapes stay as they are.
fn unescape(value: &str) -> String {
    let mut text = String::new();
    let mut rest = value;
    while let Some((before, escape)) = rest.split_once('\\') {
        text.push_str(before);
        let kind = escape.chars().next().unwrap_or('\\');
        let len = match kind {
            'x' => 3,
            'u' | '{' => escape.find('}').map_or(1, |end| end + 1),
            _ => kind.len_utf8().min(escape.len()),
        };
        let (escape, after) = escape.split_at_checked(len).unwrap_or((escape, ""));
        let code = escape.trim_matches(|c| matches!(c, 'x' | 'u' | '{' | '}'));
        match kind {
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            '0' => text.push('\0'),
            'x' | 'u' => text.extend(u32::from_str_radix(code, 16).ok().and_then(char::from_u32)),
            '{' => {
                if let Some((count, unit)) = code.split_once('*') {
                    text.push_str(
                        &unit.repeat(count.parse().unwrap_or(1).min(MAX_SEED / unit.len().max(1))),
                    );
                }
            }
            _ => text.push_str(escape),
        }
        rest = after;
    }
    text + rest
}

/// Reads the examples of a case file in each of the three formats: lines `key value` in a fence, indented lines `key: value` below a
/// heading, and fences with a field each below a heading.
fn cases(file: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = vec![Vec::new()];
    let mut fence: Option<String> = None;
    for line in file.lines() {
        let last = cases.last_mut().expect("the list starts with one case");
        match (&fence, line.strip_prefix("```")) {
            (Some(_), Some(_)) => fence = None,
            (None, Some(info)) => {
                match info {
                    "case" | "defaults" => cases.push(Vec::new()),
                    other => last.push((other.to_owned(), String::new())),
                }
                fence = Some(info.to_owned());
            }
            (Some(info), None) if matches!(&**info, "case" | "defaults") => {
                let (key, value) = line.split_once(' ').unwrap_or((line, ""));
                last.push((key.to_owned(), unescape(value)));
            }
            (Some(_), None) => {
                if let Some((_, text)) = last.last_mut() {
                    *text += &format!("{}\n", unescape(line));
                }
            }
            (None, None) if line.starts_with('#') => cases.push(Vec::new()),
            (None, None) => {
                if let Some((key, value)) = line
                    .strip_prefix("    ")
                    .and_then(|field| field.split_once(':'))
                {
                    let value = value.trim();
                    let quoted = value
                        .strip_prefix('"')
                        .and_then(|rest| rest.strip_suffix('"'));
                    last.push((
                        key.to_owned(),
                        quoted.map_or_else(|| value.to_owned(), unescape),
                    ));
                }
            }
        }
    }
    cases
}

fn files(
    directory: &Path,
    is_wanted: &dyn Fn(&Path) -> bool,
    all: &mut Vec<PathBuf>,
) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(directory)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, is_wanted, all)?;
        } else if is_wanted(&path) {
            all.push(path);
        }
    }
    Ok(())
}

fn add_suites(seeds: &mut Seeds, suites: &Path) -> Result<(), Box<dyn Error>> {
    let examples = std::fs::read_to_string(suites.join("commonmark-spec/examples.json"))?;
    let examples: Json = serde_json::from_str(&examples)?;
    for example in examples.as_array().into_iter().flatten() {
        if let Some(text) = example["markdown"].as_str() {
            seeds.add_markdown(text)?;
            seeds.add_markdown(&format!(
                "{text}<!-- patch:status -->\nnew\n<!-- /patch:status -->\n"
            ))?;
            seeds.add_content(text, "text\n")?;
            seeds.add_content("text\n", text)?;
            let document = format!("<!-- agent:status -->\n{text}<!-- /agent:status -->\n");
            seeds.add_applied(
                &document,
                "<!-- patch:status -->\nnew\n<!-- /patch:status -->\n",
            )?;
            let response = format!("<!-- patch:status -->\n{text}<!-- /patch:status -->\n");
            seeds.add_applied(
                "<!-- agent:status -->\nold\n<!-- /agent:status -->\n",
                &response,
            )?;
        }
    }
    for suite in std::fs::read_dir(suites.join("mustache-spec"))? {
        let path = suite?.path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let suite: Json = serde_json::from_str(&std::fs::read_to_string(path)?)?;
        for test in suite["tests"].as_array().into_iter().flatten() {
            seeds.add_template(&|field: &str| match &test[field] {
                Json::Null => None,
                Json::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            })?;
        }
    }
    Ok(())
}

fn add_real_files(seeds: &mut Seeds, shared: &Path) -> Result<(), Box<dyn Error>> {
    let mut all = Vec::new();
    let is_markdown = |path: &Path| {
        path.extension()
            .is_some_and(|extension| matches!(extension.to_str(), Some("md" | "mdc")))
    };
    files(&shared.join("corpus"), &is_markdown, &mut all)?;
    for path in all.iter().step_by((all.len() / MAX_FILES).max(1)) {
        let Ok(text) = std::fs::read_to_string(path) else {
            continue;
        };
        // The header and the start of the body.
        let Some(end) = text
            .get(4..)
            .and_then(|rest| rest.find("\n---"))
            .filter(|_| text.starts_with("---"))
        else {
            continue;
        };
        let header: String = text[..end + 9.min(text.len() - end)].to_owned() + "\nbody\n";
        seeds.add_agent(&header)?;
        seeds.add_file(&header)?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seeds = Seeds {
        root: fuzz.join("corpus"),
        count: 0,
    };
    let mut all = Vec::new();
    let is_case_file = |path: &Path| {
        let in_cases = path
            .parent()
            .is_some_and(|parent| parent.ends_with("cases"));
        in_cases && path.extension().is_some_and(|extension| extension == "md")
    };
    for package in std::fs::read_dir(fuzz.join("../crates"))? {
        let tests = package?.path().join("tests");
        if tests.is_dir() {
            files(&tests, &is_case_file, &mut all)?;
        }
    }
    all.sort();
    for path in &all {
        for case in cases(&std::fs::read_to_string(path)?) {
            seeds.add_case(&case)?;
        }
    }
    add_suites(&mut seeds, &fuzz.join("../testing/suites"))?;
    if let Some(shared) = std::env::var_os("INTERLINE_SHARED") {
        add_real_files(&mut seeds, Path::new(&shared))?;
    }
    println!("{} seeds from {} case files", seeds.count, all.len());
    Ok(())
}
