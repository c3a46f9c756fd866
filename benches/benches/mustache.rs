//! Parses and renders mustache templates, compared with peers with `--features peers`.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput};
use interline_benches::handwritten;
use interline_benches::mustache_inputs::{
    TABLE, TEAMS, hostile, prompt, prompt_data, table_data, teams_data,
};
use interline_mustache_context::{
    Environment, ErrorKind, Limit, Map, Template, TemplateContext, Value,
};
use serde_json::Value as Json;

/// The name, template and data of each row, and whether parsing is measured too.
fn rows() -> [(&'static str, String, Json, bool); 3] {
    [
        ("4.7 KB prompt", prompt(), prompt_data(), true),
        ("100 x 100 table", TABLE.to_owned(), table_data(), false),
        ("teams", TEAMS.to_owned(), teams_data(), false),
    ]
}

fn rendering(c: &mut Criterion) {
    let environment = Environment::new();
    for (name, source, data, parses) in rows() {
        let template = Template::parse(source.as_str()).unwrap();
        let expected = template.render_with(&data, &environment).unwrap();
        let mut group = c.benchmark_group(format!("mustache/{name}"));
        group.throughput(Throughput::Bytes(expected.len() as u64));
        group.bench_function("interline: render", |b| {
            b.iter(|| {
                template
                    .render_with(black_box(&data), &environment)
                    .unwrap()
            });
        });
        let by_hand: Box<dyn Fn(&Json) -> String> = match name {
            "teams" => Box::new(handwritten::teams),
            "100 x 100 table" => Box::new(handwritten::table),
            _ => Box::new(handwritten::prompt(&source)),
        };
        assert_eq!(by_hand(&data), expected);
        group.bench_function("limit: by hand", |b| b.iter(|| by_hand(black_box(&data))));
        let ours = Value::from_serialize(&data).unwrap();
        assert_eq!(template.render(&data).unwrap(), expected);
        group.bench_function("interline: render, own values", |b| {
            b.iter(|| {
                template
                    .render_with(black_box(&ours), &environment)
                    .unwrap()
            });
        });
        if parses {
            group.bench_function("interline: parse", |b| {
                b.iter(|| Template::parse(black_box(source.as_str())).unwrap());
            });
            group.bench_function("interline: parse and render", |b| {
                b.iter(|| {
                    let template = Template::parse(black_box(source.as_str())).unwrap();
                    template
                        .render_with(black_box(&data), &environment)
                        .unwrap()
                });
            });
        }
        #[cfg(feature = "peers")]
        peers::rendering(&mut group, &source, &data, &expected, parses);
        group.finish();
    }
}

#[cfg(feature = "peers")]
mod peers {
    use std::hint::black_box;

    use criterion::BenchmarkGroup;
    use criterion::measurement::WallTime;
    use ramhorns::encoding::Encoder;
    use ramhorns::traits::ContentSequence;
    use ramhorns::{Content, Section};
    use serde_json::Value as Json;

    /// Data for `ramhorns`, which has no type for values of any kind.
    struct Dynamic<'a>(&'a Json);

    impl Dynamic<'_> {
        fn field(&self, name: &str) -> Option<Dynamic<'_>> {
            if name == "." {
                return Some(Dynamic(self.0));
            }
            self.0.as_object()?.get(name).map(Dynamic)
        }
    }

    impl Content for Dynamic<'_> {
        fn is_truthy(&self) -> bool {
            match self.0 {
                Json::Null => false,
                Json::Bool(bool) => *bool,
                Json::String(text) => !text.is_empty(),
                Json::Array(items) => !items.is_empty(),
                Json::Number(_) | Json::Object(_) => true,
            }
        }

        fn capacity_hint(&self, template: &ramhorns::Template<'_>) -> usize {
            template.capacity_hint()
        }

        fn render_escaped<E: Encoder>(&self, encoder: &mut E) -> Result<(), E::Error> {
            match self.0 {
                Json::String(text) => encoder.write_escaped(text),
                Json::Null => Ok(()),
                Json::Number(number) => match number.as_u64() {
                    Some(int) => int.render_escaped(encoder),
                    None => encoder.format_unescaped(number),
                },
                other => encoder.format_escaped(other),
            }
        }

        fn render_section<C, E>(
            &self,
            section: Section<'_, C>,
            encoder: &mut E,
        ) -> Result<(), E::Error>
        where
            C: ContentSequence,
            E: Encoder,
        {
            match self.0 {
                Json::Array(items) => items
                    .iter()
                    .try_for_each(|item| section.with(&Dynamic(item)).render(encoder)),
                Json::Object(_) => section.with(self).render(encoder),
                _ if self.is_truthy() => section.render(encoder),
                _ => Ok(()),
            }
        }

        fn render_field_escaped<E: Encoder>(
            &self,
            _hash: u64,
            name: &str,
            encoder: &mut E,
        ) -> Result<bool, E::Error> {
            match self.field(name) {
                Some(value) => value.render_escaped(encoder).map(|()| true),
                None => Ok(false),
            }
        }

        fn render_field_section<C, E>(
            &self,
            _hash: u64,
            name: &str,
            section: Section<'_, C>,
            encoder: &mut E,
        ) -> Result<bool, E::Error>
        where
            C: ContentSequence,
            E: Encoder,
        {
            match self.field(name) {
                Some(value) => value.render_section(section, encoder).map(|()| true),
                None => Ok(false),
            }
        }

        fn render_field_inverse<C, E>(
            &self,
            _hash: u64,
            name: &str,
            section: Section<'_, C>,
            encoder: &mut E,
        ) -> Result<bool, E::Error>
        where
            C: ContentSequence,
            E: Encoder,
        {
            match self.field(name) {
                Some(value) => value.render_inverse(section, encoder).map(|()| true),
                None => Ok(false),
            }
        }
    }

    /// Translates the templates of this bench to another language.
    fn translate(source: &str, set: &[(&str, &str)]) -> String {
        set.iter()
            .fold(source.to_owned(), |text, (from, to)| text.replace(from, to))
    }

    const HANDLEBARS: [(&str, &str); 19] = [
        ("{{#strict}}", "{{#if strict}}"),
        ("{{/strict}}", "{{/if}}"),
        ("{{#files}}", "{{#each files}}"),
        ("{{/files}}", "{{/each}}"),
        ("{{#stale}}", "{{#if stale}}"),
        ("{{/stale}}", "{{/if}}"),
        ("{{^tools}}", "{{#unless tools}}"),
        ("{{/tools}}", "{{/unless}}"),
        ("{{#closing}}", "{{#if closing}}"),
        ("{{/closing}}", "{{/if}}"),
        ("{{#rows}}", "{{#each rows}}"),
        ("{{/rows}}", "{{/each}}"),
        ("{{#.}}", "{{#each this}}"),
        ("{{/.}}", "{{/each}}"),
        ("{{#teams}}", "{{#each teams}}"),
        ("{{/teams}}", "{{/each}}"),
        ("{{#champion}}", "{{#if champion}}"),
        ("{{/champion}}", "{{/if}}"),
        ("{{.}}", "{{this}}"),
    ];

    /// The translation for `minijinja`, `tera` and `upon`.
    const JINJA: [(&str, &str); 20] = [
        ("{{#strict}}", "{% if strict %}"),
        ("{{/strict}}", "{% endif %}"),
        ("{{#files}}", "{% for f in files %}"),
        ("{{/files}}", "{% endfor %}"),
        ("{{path}}", "{{ f.path }}"),
        ("{{size}}", "{{ f.size }}"),
        ("{{#stale}}", "{% if f.stale %}"),
        ("{{/stale}}", "{% endif %}"),
        (
            "{{^tools}}There are no tools.{{/tools}}",
            "{% if not tools %}There are no tools.{% endif %}",
        ),
        (
            "{{#closing}} {{closing}}{{/closing}}",
            "{% if closing %} {{ closing }}{% endif %}",
        ),
        ("{{#rows}}", "{% for r in rows %}"),
        ("{{/rows}}", "{% endfor %}"),
        ("{{#.}}", "{% for c in r %}"),
        ("{{/.}}", "{% endfor %}"),
        ("{{.}}", "{{ c }}"),
        ("{{#teams}}", "{% for t in teams %}"),
        ("{{/teams}}", "{% endfor %}"),
        (
            "{{#champion}}champion{{/champion}}",
            "{% if t.champion %}champion{% endif %}",
        ),
        ("{{name}}", "{{ t.name }}"),
        ("{{score}}", "{{ t.score }}"),
    ];

    pub(super) fn rendering(
        group: &mut BenchmarkGroup<'_, WallTime>,
        source: &str,
        data: &Json,
        expected: &str,
        parses: bool,
    ) {
        let ramhorns = ramhorns::Template::new(source).unwrap();
        assert_eq!(ramhorns.render(&Dynamic(data)), expected);
        group.bench_function("ramhorns: render", |b| {
            b.iter(|| ramhorns.render(&Dynamic(black_box(data))));
        });
        let mustache = mustache::compile_str(source).unwrap();
        let mustache_data = mustache::to_data(data).unwrap();
        assert_eq!(
            mustache.render_data_to_string(&mustache_data).unwrap(),
            expected
        );
        group.bench_function("mustache: render", |b| {
            b.iter(|| {
                mustache
                    .render_data_to_string(black_box(&mustache_data))
                    .unwrap()
            });
        });
        let moostache = moostache::Template::parse(source.to_owned()).unwrap();
        assert_eq!(
            moostache.render_no_partials_to_string(data).unwrap(),
            expected
        );
        group.bench_function("moostache: render", |b| {
            b.iter(|| {
                moostache
                    .render_no_partials_to_string(black_box(data))
                    .unwrap()
            });
        });
        let helpers = translate(source, &HANDLEBARS);
        let mut handlebars = handlebars::Handlebars::new();
        handlebars.register_template_string("t", &helpers).unwrap();
        assert_eq!(handlebars.render("t", data).unwrap(), expected);
        group.bench_function("handlebars: render", |b| {
            b.iter(|| handlebars.render("t", black_box(data)).unwrap());
        });
        let translated = translate(source, &JINJA);
        let mut minijinja = minijinja::Environment::new();
        minijinja.set_keep_trailing_newline(true);
        minijinja.add_template("t.html", &translated).unwrap();
        let template = minijinja.get_template("t.html").unwrap();
        let minijinja_data = minijinja::Value::from_serialize(data);
        assert_eq!(template.render(&minijinja_data).unwrap(), expected);
        group.bench_function("minijinja: render", |b| {
            b.iter(|| template.render(black_box(&minijinja_data)).unwrap());
        });
        let mut tera = tera::Tera::default();
        tera.add_raw_template("t.html", &translated).unwrap();
        let tera_data = tera::Context::from_serialize(data).unwrap();
        assert_eq!(tera.render("t.html", &tera_data).unwrap(), expected);
        group.bench_function("tera: render", |b| {
            b.iter(|| tera.render("t.html", black_box(&tera_data)).unwrap());
        });
        let mut upon = upon::Engine::new();
        upon.add_template("t", translated.as_str()).unwrap();
        let upon_data = upon::to_value(data).unwrap();
        let template = upon.template("t");
        assert_eq!(
            template.render_from(&upon_data).to_string().unwrap(),
            expected
        );
        group.bench_function("upon: render", |b| {
            b.iter(|| {
                template
                    .render_from(black_box(&upon_data))
                    .to_string()
                    .unwrap()
            });
        });
        if parses {
            group.bench_function("ramhorns: parse", |b| {
                b.iter(|| ramhorns::Template::new(black_box(source)).unwrap());
            });
            group.bench_function("ramhorns: parse and render", |b| {
                b.iter(|| {
                    let template = ramhorns::Template::new(black_box(source)).unwrap();
                    template.render(&Dynamic(black_box(data)))
                });
            });
            group.bench_function("mustache: parse and render", |b| {
                b.iter(|| {
                    let template = mustache::compile_str(black_box(source)).unwrap();
                    template
                        .render_data_to_string(black_box(&mustache_data))
                        .unwrap()
                });
            });
            group.bench_function("moostache: parse and render", |b| {
                b.iter(|| {
                    let template =
                        moostache::Template::parse(black_box(source).to_owned()).unwrap();
                    template
                        .render_no_partials_to_string(black_box(data))
                        .unwrap()
                });
            });
            group.bench_function("handlebars: parse and render", |b| {
                b.iter(|| {
                    handlebars
                        .render_template(black_box(&helpers), black_box(data))
                        .unwrap()
                });
            });
            group.bench_function("minijinja: parse and render", |b| {
                b.iter(|| {
                    minijinja
                        .render_named_str(
                            "x.html",
                            black_box(&translated),
                            black_box(&minijinja_data),
                        )
                        .unwrap()
                });
            });
        }
    }
}

fn contexts(c: &mut Criterion) {
    let mut group = c.benchmark_group("mustache/context");
    for items in [0, 2_000, 200_000] {
        let list: Vec<Value> = (0..items)
            .map(|at| Value::from(format!("item {at}")))
            .collect();
        let mut parent = TemplateContext::new(Map::from([("items", Value::List(list))])).unwrap();
        for at in 0..items {
            parent.set(format!("key {at}"), at).unwrap();
        }
        assert_eq!(parent.new_child(Map::new()).unwrap().len(), items + 1);
        let name = format!("new_child, {items} keys");
        group.bench_function(BenchmarkId::new("interline", &name), |b| {
            b.iter(|| black_box(&parent).new_child(Map::new()).unwrap());
        });
        let shared = Arc::new(parent);
        group.bench_function(
            BenchmarkId::new("limit: an Arc of the parent", &name),
            |b| {
                b.iter(|| Arc::new((Arc::clone(black_box(&shared)), Map::new())));
            },
        );
    }
    let layer = || (0..10).map(|at| (format!("key {at}"), at)).collect::<Map>();
    let name = "seven layers of ten values";
    group.bench_function(BenchmarkId::new("interline", name), |b| {
        b.iter(|| {
            let root = TemplateContext::new(layer()).unwrap();
            (1..7).fold(root, |context, _| context.new_child(layer()).unwrap())
        });
    });
    group.bench_function(BenchmarkId::new("limit: the maps", name), |b| {
        b.iter(|| [(); 7].map(|()| layer()));
    });
    group.finish();
}

fn hostile_series(c: &mut Criterion) {
    let mut group = c.benchmark_group("mustache/hostile");
    group.sample_size(20);
    let environment = Environment::new();
    for (name, source, data) in hostile() {
        for parts in [4_000, 8_000, 16_000, 32_000] {
            let source = source(parts);
            let template = Template::parse(source.as_str()).unwrap();
            assert!(template.render_with(&data, &environment).is_ok());
            group.throughput(Throughput::Bytes(source.len() as u64));
            group.bench_function(BenchmarkId::new(format!("parse, {name}"), parts), |b| {
                b.iter(|| Template::parse(black_box(source.as_str())).unwrap());
            });
            group.bench_function(BenchmarkId::new(format!("render, {name}"), parts), |b| {
                b.iter(|| {
                    template
                        .render_with(black_box(&data), &environment)
                        .unwrap()
                });
            });
        }
    }
    let environment = Environment::new().partials(HashMap::from([("p", "a{{>p}}")]));
    let template = Template::parse("{{>p}}").unwrap();
    let error = template.render_with(&Json::Null, &environment).unwrap_err();
    let kind = error.template().unwrap().kind();
    assert!(matches!(
        kind,
        ErrorKind::Limit {
            limit: Limit::PartialDepth,
            ..
        }
    ));
    group.bench_function("recursive partials up to the limit", |b| {
        b.iter(|| template.render_with(&Json::Null, &environment).is_err());
    });
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    rendering(&mut criterion);
    contexts(&mut criterion);
    hostile_series(&mut criterion);
    criterion.final_summary();
}
