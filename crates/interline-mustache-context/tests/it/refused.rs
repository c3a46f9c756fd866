//! Files and directories that the user may not read or search.

use std::fs;

use interline_mustache_context::{DirPartials, Environment, Error, ErrorKind, Missing, Template};
use interline_testing::{DENIED, REFUSED, as_unprivileged_user, set_mode, set_modes};
use serde_json::json;

#[test]
fn a_template_that_may_not_be_read_is_an_error_with_its_path() {
    let name = "refused::a_template_that_may_not_be_read_is_an_error_with_its_path";
    as_unprivileged_user(name, |directory| {
        for inner in ["closed", "unlisted", "unsearched"] {
            fs::create_dir(directory.join(inner)).unwrap();
            fs::write(directory.join(inner).join("t.mustache"), "{{x}}").unwrap();
        }
        fs::write(directory.join("closed.mustache"), "{{x}}").unwrap();
        set_modes(
            directory,
            &[
                ("closed", 0o000),
                ("unlisted", 0o311),
                ("unsearched", 0o644),
                ("closed.mustache", 0o000),
            ],
        );
        for environment in [Environment::new(), Environment::new().cache(4)] {
            for path in [
                "closed.mustache",
                "closed/t.mustache",
                "unsearched/t.mustache",
            ] {
                let path = directory.join(path);
                let error = environment.load(&path).unwrap_err();
                assert!(matches!(error, Error::File { .. }), "{error:?}");
                let expected = format!("{}: {REFUSED}", path.display());
                assert_eq!(error.to_string(), expected);
                assert!(!error.instruction().is_empty());
            }
            let template = environment.load(directory.join("unlisted/t.mustache"));
            assert_eq!(template.unwrap().render(&json!({"x": 1})).unwrap(), "1");
        }
        // A compiled file is not used once it may not be read: its state cannot be determined.
        let environment = Environment::new().cache(4);
        let path = directory.join("unlisted/t.mustache");
        environment.load(&path).unwrap();
        set_mode(directory.join("unlisted"), 0o000);
        assert!(environment.load(&path).is_err());
    });
}

#[test]
fn a_partial_that_may_not_be_read_is_an_error_and_not_missing() {
    let name = "refused::a_partial_that_may_not_be_read_is_an_error_and_not_missing";
    as_unprivileged_user(name, |directory| {
        let root = directory.join("partials");
        fs::create_dir_all(root.join("closed")).unwrap();
        for name in ["a", "file", "closed/p"] {
            fs::write(root.join(format!("{name}.mustache")), "p").unwrap();
        }
        std::os::unix::fs::symlink("closed/p.mustache", root.join("link.mustache")).unwrap();
        set_mode(root.join("file.mustache"), 0o000);
        set_mode(root.join("closed"), 0o000);
        let plain = Environment::new().partials(DirPartials::new(&root).unwrap());
        for environment in [
            plain.clone(),
            plain.clone().cache(4),
            plain.clone().missing(Missing::Error),
            plain.clone().missing(Missing::Keep),
        ] {
            let render = |source: &str| {
                let template = Template::parse_named("t", source).unwrap();
                let checked = template.check_with(&json!({}), &environment).map(drop);
                let rendered = template.render_with(&json!({}), &environment);
                assert_eq!(checked.is_ok(), rendered.is_ok());
                rendered
            };
            // The others are there all the same.
            assert_eq!(render("{{>a}}").unwrap(), "p");
            for partial in ["file", "closed/p", "link"] {
                let error = render(&format!("{{{{>a}}}}\n  {{{{>{partial}}}}}")).unwrap_err();
                let kind = error.template().unwrap().kind();
                assert!(matches!(kind, ErrorKind::Partial { .. }), "{error:?}");
                assert_eq!(
                    error.to_string(),
                    format!("t:2:3: partial `{partial}` cannot be read: {DENIED}")
                );
                assert_eq!(error.location().unwrap().position.to_string(), "2:3");
            }
        }
        // A directory that cannot be reached is no directory of partials.
        set_mode(directory, 0o000);
        let error = DirPartials::new(&root).unwrap_err();
        assert_eq!(error.to_string(), format!("{}: {REFUSED}", root.display()));
    });
}
