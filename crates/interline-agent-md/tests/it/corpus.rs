//! Real files, read where they lie: `INTERLINE_SHARED` names the directory that holds `corpus/`.

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use interline_agent_md::{
    AgentKind, ConvertOptions, Converted, Dialect, Error, FileKind, Naming, Options, Parsed,
    Recovery, ToolNames, ToolSeparator, Tools, compute_body_hash, edit, parse, parse_with,
    split_tools, to_dialect, to_dialect_with, validate,
};
use serde_json::Value as Json;

const KIND: AgentKind = AgentKind::Operator;

struct Real {
    path: String,
    text: String,
    expected: Json,
    /// The result of [`read`], once it was asked for.
    parsed: OnceLock<Parsed>,
}

/// The corpus, read once for all tests; nothing when it is not there.
fn corpus() -> &'static [Real] {
    static CORPUS: LazyLock<Vec<Real>> = LazyLock::new(read_corpus);
    &CORPUS
}

fn read_corpus() -> Vec<Real> {
    let Some(shared) = std::env::var_os("INTERLINE_SHARED") else {
        eprintln!("skipped: INTERLINE_SHARED is not set, so there is no corpus to read");
        return Vec::new();
    };
    let directory = Path::new(&shared).join("corpus");
    let expected = std::fs::read_to_string(directory.join("expected.jsonl")).unwrap();
    let files = expected.lines().map(|line| {
        let expected: Json = serde_json::from_str(line).unwrap();
        let path = expected["path"].as_str().unwrap().to_owned();
        let text = std::fs::read_to_string(directory.join(&path)).unwrap();
        Real {
            path,
            text,
            expected,
            parsed: OnceLock::new(),
        }
    });
    let files: Vec<Real> = files.collect();
    assert_eq!(files.len(), 1084);
    files
}

/// Read with the name of the file where the header has none, as most of these formats want it.
fn by_file() -> Options {
    Options::new().naming(Naming::HeaderOrFile)
}

fn read(real: &Real) -> Parsed {
    let parsed = real.parsed.get_or_init(|| {
        parse_with(&real.text, &real.path, KIND, &by_file())
            .unwrap_or_else(|error| panic!("{error}"))
    });
    parsed.clone()
}

/// The header as the backend of the workspace reads it.
fn strict_yaml(text: &str) -> Option<serde_yaml::Mapping> {
    let rest = text.split_once('\n')?.1;
    let end = rest.find("\n---").map_or(0, |at| at + 1);
    serde_yaml::from_str(&rest[..end]).ok()
}

fn json(value: &impl serde::Serialize) -> Json {
    serde_json::to_value(value).unwrap()
}

#[test]
fn valid_headers_read_as_strict_yaml() {
    let mut valid = 0;
    for real in corpus() {
        if real.expected["yaml"] != "ok" {
            continue;
        }
        valid += 1;
        let Parsed {
            agent, diagnostics, ..
        } = read(real);
        let profile = agent.profile.as_ref().unwrap();
        let repaired =
            |code: &str| matches!(code, "repaired-value" | "missing-space" | "indented-key");
        assert!(
            diagnostics.iter().all(|reported| !repaired(&reported.code)),
            "{}: {diagnostics:?}",
            real.path
        );
        let body = real.expected["body_bytes_after_close_line"]
            .as_u64()
            .unwrap();
        assert_eq!(profile.system_prompt.len() as u64, body, "{}", real.path);
        assert!(real.text.ends_with(&profile.system_prompt));
        let hash = compute_body_hash(&profile.system_prompt);
        assert_eq!(profile.version_hash.as_deref(), Some(hash.as_str()));

        let yaml = strict_yaml(&real.text).unwrap();
        if let Some(name) = real.expected["name"].as_str() {
            assert_eq!(agent.name, name, "{}", real.path);
        }
        let mut extras = profile
            .extras
            .as_map()
            .map(|map| map.keys().map(str::to_owned).collect::<Vec<_>>())
            .unwrap_or_default();
        for key in real.expected["keys"].as_array().unwrap() {
            let key = key.as_str().unwrap();
            let value = json(&yaml[key]);
            let text = value.as_str().map(str::to_owned);
            match key {
                "name" => {}
                "description" => {
                    let text = text.map(|text| text.trim().to_owned());
                    assert_eq!(profile.description, text, "{}", real.path);
                }
                "model" => assert_eq!(profile.model, text, "{}", real.path),
                "tools" => {
                    let names: Vec<String> = match &value {
                        Json::String(text) => {
                            text.split(',').map(|name| name.trim().to_owned()).collect()
                        }
                        Json::Array(items) => items
                            .iter()
                            .map(|item| item.as_str().unwrap().to_owned())
                            .collect(),
                        other => panic!("{}: {other}", real.path),
                    };
                    let policy = profile.tool_policy();
                    if names.is_empty() {
                        assert_eq!(policy.tools, Tools::None, "{}", real.path);
                        assert_eq!(extras.remove(0), "tools");
                    } else if names == ["*"] {
                        assert_eq!(policy.tools, Tools::All);
                        extras.retain(|key| key != "tools");
                    } else {
                        assert_eq!(policy.tools, Tools::Only(names), "{}", real.path);
                    }
                }
                key => {
                    assert_eq!(
                        extras.first().map(String::as_str),
                        Some(key),
                        "{}",
                        real.path
                    );
                    extras.remove(0);
                    assert_eq!(json(profile.extra(key).unwrap()), value, "{}", real.path);
                }
            }
        }
        assert!(extras.is_empty(), "{}: {extras:?}", real.path);
    }
    assert!(valid == 848 || valid == 0, "{valid}");
}

#[test]
fn broken_headers_are_recovered() {
    let mut broken = 0;
    for real in corpus() {
        if real.expected["yaml"] == "ok" {
            continue;
        }
        broken += 1;
        let Parsed {
            agent, diagnostics, ..
        } = read(real);
        let profile = agent.profile.as_ref().unwrap();
        let header: Vec<&str> = real
            .text
            .lines()
            .skip(1)
            .take_while(|line| *line != "---")
            .collect();
        let mut repaired = Vec::new();
        // In these files every key is on one line.
        for line in &header {
            let (key, value) = line.split_once(':').unwrap();
            let value = value.trim();
            let alone = format!("{line}\n");
            let found = match key {
                "name" => agent.name.clone(),
                "description" => profile.description.clone().unwrap_or_default(),
                "tools" => profile.tools.join(", "),
                key => match json(profile.extra(key).unwrap()) {
                    Json::String(text) => text,
                    Json::Bool(flag) => flag.to_string(),
                    other => panic!("{}: {other}", real.path),
                },
            };
            match serde_yaml::from_str::<serde_yaml::Mapping>(&alone) {
                Ok(yaml) => {
                    let expected = match json(&yaml[key]) {
                        Json::String(text) => text.trim().to_owned(),
                        Json::Null => String::new(),
                        other => other.to_string(),
                    };
                    assert_eq!(found, expected, "{}: {key}", real.path);
                }
                Err(_) => {
                    repaired.push(key);
                    assert_eq!(found, value, "{}: {key}", real.path);
                }
            }
        }
        assert!(!repaired.is_empty(), "{}", real.path);
        let reported: Vec<&str> = diagnostics
            .iter()
            .filter(|reported| reported.code == "repaired-value")
            .map(|reported| reported.message.as_str())
            .collect();
        assert_eq!(
            reported.len(),
            repaired.len(),
            "{}: {reported:?}",
            real.path
        );
        for (reported, key) in reported.iter().zip(&repaired) {
            assert!(
                reported.contains(&format!("write `{key}: \"")),
                "{reported}"
            );
        }

        let strict = by_file().recovery(Recovery::Strict);
        let error = parse_with(&real.text, &real.path, KIND, &strict).unwrap_err();
        assert!(matches!(error, Error::Header(_)), "{error}");
        assert!(
            error.location().unwrap().position.line > 1 && error.message().contains("quote the "),
            "{error}"
        );

        let valid = edit::repair_with(&real.text, &by_file())
            .unwrap()
            .apply(&real.text)
            .unwrap();
        assert!(strict_yaml(&valid).is_some(), "{}", real.path);
        let again = parse_with(&valid, &real.path, KIND, &strict).unwrap();
        assert_eq!(again.agent, agent);
    }
    assert!(broken == 236 || broken == 0, "{broken}");
}

#[test]
fn without_a_name_the_error_says_what_to_write() {
    for real in corpus() {
        match parse(&real.text, &real.path, KIND) {
            Ok(parsed) => assert_eq!(parsed.agent, read(real).agent),
            Err(error) => {
                assert!(matches!(error, Error::MissingName { .. }), "{error}");
                assert!(error.to_string().contains("expected a line `name: …`"));
                let named = real.expected["keys"]
                    .as_array()
                    .is_some_and(|keys| keys.iter().any(|key| key == "name"));
                assert!(!named, "{error}");
            }
        }
    }
}

#[test]
fn what_was_read_is_written_and_read_again() {
    for real in corpus() {
        let agent = read(real).agent;
        let written = agent.to_markdown().unwrap();
        let again = parse_with(
            &written,
            &real.path,
            KIND,
            &Options::new().recovery(Recovery::Strict),
        );
        assert_eq!(again.unwrap().agent, agent, "{}", real.path);
        assert_eq!(agent.to_markdown().unwrap(), written);

        let stored = serde_json::to_string(&agent).unwrap();
        let restored: interline_agent_md::AgentDef = serde_json::from_str(&stored).unwrap();
        assert_eq!(restored, agent);
        assert_eq!(restored.to_markdown().unwrap(), written);
    }
}

/// The same tools, each name once.
fn once(tools: Tools) -> Tools {
    match tools {
        Tools::Only(mut names) => {
            let mut seen = std::collections::HashSet::new();
            names.retain(|name| seen.insert(name.clone()));
            Tools::Only(names)
        }
        other => other,
    }
}

#[test]
fn what_a_dialect_can_hold_comes_back() {
    for real in corpus() {
        let agent = read(real).agent;
        let profile = agent.profile.as_ref().unwrap();
        for dialect in Dialect::ALL {
            let keep = ConvertOptions::new().tools(ToolNames::Keep);
            let Converted {
                text: file,
                diagnostics: reported,
                ..
            } = to_dialect_with(&agent, dialect, &keep);
            let options = Options::new().dialect(dialect);
            let back = parse_with(&file, &real.path, KIND, &options);
            let back = back
                .unwrap_or_else(|error| panic!("{dialect}: {error}\n{file}"))
                .agent;
            let got = back.profile.as_ref().unwrap();
            let context = || format!("{dialect}: {}\n{file}", real.path);
            assert_eq!(back.name, agent.name, "{}", context());
            assert_eq!(got.system_prompt, profile.system_prompt);
            assert_eq!(got.version_hash, profile.version_hash);
            assert_eq!(got.description, profile.description, "{}", context());

            let all_reported: Vec<&str> = reported
                .iter()
                .map(|reported| reported.message.as_str())
                .collect();
            let is_reported = |key: &str| {
                all_reported
                    .iter()
                    .any(|reported| reported.contains(&format!("`{key}`")))
            };
            let policy = profile.tool_policy();
            match dialect {
                Dialect::Cursor => {
                    assert!(policy.tools == Tools::Unspecified || is_reported("tools"));
                }
                Dialect::AgentSkills | Dialect::Codex | Dialect::Goose => {
                    if let Tools::Only(names) = &policy.tools {
                        let text = got.extra("allowed-tools").and_then(|value| value.as_str());
                        assert_eq!(text, Some(names.join(" ").as_str()), "{}", context());
                    }
                }
                _ if policy.tools == Tools::All && dialect == Dialect::ClaudeCode => {}
                // A map names each tool once.
                Dialect::OpenCode => {
                    let got = once(got.tool_policy().tools);
                    assert_eq!(got, once(policy.tools), "{}", context());
                }
                _ => assert_eq!(got.tool_policy().tools, policy.tools, "{}", context()),
            }
            if got.model != profile.model {
                assert!(is_reported("model"), "{}: {all_reported:?}", context());
            }
            let extras = profile.extras.as_map();
            for (key, value) in extras
                .into_iter()
                .flat_map(interline_frontmatter::Map::iter)
            {
                let kept = got.extra(key) == Some(value);
                let renamed = ["globs", "applyTo", "paths", "allowed-tools"]
                    .iter()
                    .any(|twin| got.extra(twin).is_some());
                let reshaped = got.extra(key).is_some();
                assert!(
                    kept || renamed || reshaped || is_reported(key),
                    "{}: {key} {all_reported:?}",
                    context()
                );
            }
        }
        let Converted {
            text: native,
            diagnostics: reported,
            ..
        } = to_dialect(&agent, Dialect::Native);
        assert!(reported.is_empty(), "{reported:?}");
        assert_eq!(parse(&native, &real.path, KIND).unwrap().agent, agent);
    }
}

/// For every field, in every dialect and for every kind of file, a value of valid YAML is the value that YAML defines.
#[test]
fn every_field_is_read_as_yaml_says() {
    for real in corpus() {
        let Some(yaml) = strict_yaml(&real.text) else {
            continue;
        };
        let kinds = FileKind::ALL.into_iter().cycle();
        // Commands of Gemini are files in TOML.
        let pairs = Dialect::ALL.into_iter().zip(kinds);
        for (dialect, kind) in pairs.filter(|pair| *pair != (Dialect::Gemini, FileKind::Command)) {
            let options = by_file().dialect(dialect).kind(kind);
            let parsed = parse_with(&real.text, &real.path, KIND, &options).unwrap();
            let profile = parsed.agent.profile.as_ref().unwrap();
            let mut fields = 0;
            for (key, value) in &yaml {
                let key = key.as_str().unwrap();
                let value = json(value);
                let text = |field: &Option<String>| field.clone().map(Json::from);
                let read = match key {
                    "name" => Some(parsed.agent.name.clone().into()),
                    "description" => text(&profile.description),
                    "model" => text(&profile.model),
                    "effort" => text(&profile.effort),
                    "worker_binding" => text(&profile.worker_binding),
                    "tools" => {
                        // Texts and lists have a test of their own; a map is kept.
                        let expected = match &value {
                            Json::String(text) => split_tools(text, ToolSeparator::Comma)
                                .unwrap()
                                .into_iter()
                                .map(str::to_owned)
                                .collect(),
                            Json::Array(items) => items
                                .iter()
                                .map(|item| item.as_str().unwrap().to_owned())
                                .collect(),
                            _ => profile.tools.clone(),
                        };
                        assert!(
                            profile.tools == expected || profile.tools.is_empty(),
                            "{}: {dialect}: {:?}",
                            real.path,
                            profile.tools
                        );
                        fields += 1;
                        continue;
                    }
                    _ => profile.extra(key).map(json),
                };
                let read = read.or_else(|| profile.extra(key).map(json));
                let expected = match (key, &value) {
                    ("description", Json::String(text)) => text.trim().into(),
                    _ => value,
                };
                assert_eq!(
                    read,
                    Some(expected),
                    "{}: {dialect} {kind}: {key}",
                    real.path
                );
                fields += 1;
            }
            let named = usize::from(yaml.contains_key("name"));
            let own = [
                profile.description.is_some(),
                profile.model.is_some(),
                profile.effort.is_some(),
                profile.worker_binding.is_some(),
                yaml.contains_key("tools"),
            ];
            let extras = profile.extras.as_map();
            let extras = extras.map_or(0, |extras| {
                extras.keys().filter(|key| *key != "tools").count()
            });
            let all = named + own.iter().filter(|is| **is).count() + extras;
            assert_eq!(all, fields, "{}: nothing is added", real.path);
        }
    }
}

/// Each name that the target gets is one of its own, or reported; and so is each that it does not get.
#[test]
fn translated_tools_are_known_or_reported() {
    for real in corpus() {
        let agent = read(real).agent;
        let before = agent.profile.as_ref().unwrap().tool_policy().tools;
        let Tools::Only(before) = before else {
            continue;
        };
        for dialect in [Dialect::OpenCode, Dialect::Gemini, Dialect::Copilot] {
            let options = ConvertOptions::new().from(Dialect::ClaudeCode);
            let Converted {
                text: file,
                diagnostics: found,
                ..
            } = to_dialect_with(&agent, dialect, &options);
            let reported = |name: &str| {
                let quoted = format!("`{name}`");
                found.iter().any(|found| found.message.contains(&quoted))
            };
            let back = parse_with(&file, &real.path, KIND, &Options::new().dialect(dialect));
            let back = back.unwrap().agent;
            let profile = back.profile.clone().unwrap();
            for found in validate(&back, dialect) {
                if found.code == "unknown-tool" {
                    let name = found.message.split('`').nth(1).unwrap();
                    assert!(reported(name), "{dialect}: {name}: {file}");
                }
            }
            let Tools::Only(after) = profile.tool_policy().tools else {
                assert!(found.iter().any(|found| found.code == "no-usable-tool"));
                continue;
            };
            for name in &before {
                assert!(
                    after.contains(name) || reported(name),
                    "{dialect}: {name}: {file}"
                );
            }
        }
    }
}

#[test]
fn the_version_ignores_the_header() {
    for real in corpus() {
        let before = read(real).agent.profile.unwrap();
        let Ok(edits) = edit::set(&real.text, "name", "another") else {
            continue;
        };
        let text = edits.apply(&real.text).unwrap();
        let after = parse(&text, "x", KIND).unwrap().agent.profile.unwrap();
        assert_eq!(after.version_hash, before.version_hash);
        let longer = format!("{text} ");
        let longer = parse(&longer, "x", KIND).unwrap().agent.profile.unwrap();
        assert_ne!(longer.version_hash, before.version_hash);
    }
}

#[test]
fn files_without_a_header_are_not_agents() {
    let Some(shared) = std::env::var_os("INTERLINE_SHARED") else {
        eprintln!("skipped: INTERLINE_SHARED is not set, so there is no corpus to read");
        return;
    };
    let directory = Path::new(&shared).join("corpus");
    let options = Options::new()
        .naming(Naming::HeaderOrFile)
        // Projects have theirs in directories such as `.gemini`.
        .hidden(interline_agent_md::Hidden::Keep)
        .recursion(interline_files::Recursion::Descend);
    let report = interline_agent_md::load_dir_with(&directory, KIND, &options);
    let problems: Vec<_> = report
        .problems
        .iter()
        .map(|problem| problem.error.to_string())
        .collect();
    // One file of the corpus has a blank line and two spaces before its opener.
    let late = directory.join("0xfurai__claude-code-subagents/agents/sqs-expert.md");
    let late = format!("{}:2:", late.display());
    assert!(
        problems.len() == 1 && problems[0].starts_with(&late),
        "{problems:?}"
    );
    let expected: std::collections::HashSet<PathBuf> = corpus()
        .iter()
        .map(|real| directory.join(&real.path))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    let mut loaded: std::collections::HashSet<PathBuf> = report
        .loaded
        .iter()
        .map(|loaded| loaded.path.clone())
        .collect();
    loaded.extend(
        report
            .shadowed
            .iter()
            .map(|shadowed| shadowed.loaded.path.clone()),
    );
    assert_eq!(loaded, expected);
}
