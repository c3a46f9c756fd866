//! The mustache specification (`testing/suites/mustache-spec`), with its optional modules.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use interline_mustache_context::{
    Environment, Lambda, LambdaCall, LambdaError, Map, Template, Value,
};
use serde_json::Value as Json;

type Answer = Result<String, LambdaError>;

/// The lambda of a test of the suite, which gives it as programs in other languages.
fn lambda(test: &str) -> Lambda {
    let fixed = |text: &'static str| {
        Lambda::spec(move |_: &mut LambdaCall<'_, '_>| -> Answer { Ok(text.to_owned()) })
    };
    let around = |middle: &'static str| {
        Lambda::spec(move |call: &mut LambdaCall<'_, '_>| -> Answer {
            Ok(format!("{0}{middle}{0}", call.source()))
        })
    };
    match test {
        "Interpolation" => fixed("world"),
        "Interpolation - Expansion" => fixed("{{planet}}"),
        "Interpolation - Alternate Delimiters" => fixed("|planet| => {{planet}}"),
        "Interpolation - Multiple Calls" => {
            let calls = AtomicUsize::new(0);
            Lambda::spec(move |_| Ok((calls.fetch_add(1, Ordering::Relaxed) + 1).to_string()))
        }
        "Escaping" => fixed(">"),
        "Section" => Lambda::spec(|call| {
            Ok(if call.source() == "{{x}}" {
                "yes"
            } else {
                "no"
            }
            .to_owned())
        }),
        "Section - Expansion" => around("{{planet}}"),
        "Section - Alternate Delimiters" => around("{{planet}} => |planet|"),
        "Section - Multiple Calls" => Lambda::spec(|call| Ok(format!("__{}__", call.source()))),
        "Inverted Section" => Lambda::spec(|_| Err("an inverted section calls no lambda".into())),
        other => panic!("no lambda for the test `{other}`"),
    }
}

/// The data of a test as a value of ours, with the lambda where the suite has a program.
fn value(data: &Json, test: &str) -> Value {
    match data {
        Json::Object(map) if map.contains_key("__tag__") => lambda(test).into(),
        Json::Object(map) => {
            let entries = map
                .iter()
                .map(|(key, item)| (key.as_str(), value(item, test)));
            entries.collect::<Map>().into()
        }
        Json::Array(items) => items.iter().map(|item| value(item, test)).collect(),
        other => Value::from_serialize(other).unwrap(),
    }
}

fn file(path: &Path) -> Json {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_official_suite_passes() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testing/suites/mustache-spec");
    let (mut passed, mut failed) = (0, Vec::new());
    let mut files: Vec<_> = std::fs::read_dir(&suite)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    for path in files {
        for test in file(&path)["tests"].as_array().unwrap() {
            let text = |key: &str| test[key].as_str().unwrap();
            let partials: BTreeMap<String, String> = test
                .get("partials")
                .map(|partials| serde_json::from_value(partials.clone()).unwrap())
                .unwrap_or_default();
            let environment = Environment::new().partials(partials);
            let ours = value(&test["data"], text("name"));
            let template = Template::parse(text("template"));
            let render =
                |data: &Value| template.as_ref().ok()?.render_with(data, &environment).ok();
            let mut outputs = vec![render(&ours)];
            if !path.ends_with("~lambdas.json") {
                let template = template.as_ref().unwrap();
                outputs.push(template.render_with(&test["data"], &environment).ok());
            }
            if outputs
                .iter()
                .all(|output| output.as_deref() == Some(text("expected")))
            {
                passed += 1;
            } else {
                let name = path.file_stem().unwrap().to_string_lossy();
                failed.push(format!(
                    "{name}: {}: {outputs:?}, not {:?}",
                    text("name"),
                    text("expected")
                ));
            }
        }
    }
    println!("{passed} of {}", passed + failed.len());
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(passed, 194);
}
