//! Which threads the types of the public interface may go to, and whether they may be seen after a panic.
//!
//! Every public struct and enum has to be named here.

use std::panic::{RefUnwindSafe, UnwindSafe};

use interline_api::{CRATES, project, surface_of};

/// Types that can be sent to other threads and are unwind safe.
fn whole<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}

/// Types that can be sent to other threads. An error of the system, or a function or a
/// parser of the caller, may be inside, and those may have been left in the middle.
fn sent<T: Send + Sync + Unpin>() {}

#[test]
fn agent_md() {
    use interline_agent_md as its;

    whole::<its::AgentDef>();
    whole::<its::AgentKind>();
    whole::<its::AgentMeta>();
    whole::<its::AgentProfile>();
    whole::<its::Command>();
    whole::<its::CommandExpansion>();
    whole::<its::ConvertOptions>();
    whole::<its::Converted>();
    whole::<its::Dialect>();
    sent::<its::Error>();
    whole::<its::FileKind>();
    whole::<its::Files>();
    sent::<its::LoadReport>();
    whole::<its::Naming>();
    whole::<its::Options>();
    whole::<its::ParseAgentKindError>();
    whole::<its::ParseDialectError>();
    whole::<its::Parsed>();
    whole::<its::ParsedCommand>();
    whole::<its::Placeholder>();
    whole::<its::PlaceholderKind>();
    whole::<its::ToolNames>();
    whole::<its::ToolPolicy>();
    whole::<its::ToolSeparator>();
    whole::<its::Tools>();
    whole::<its::UnclosedTool>();
}

#[test]
fn files() {
    use interline_files as its;

    sent::<its::Candidate<(), its::Error>>();
    whole::<its::Containment>();
    whole::<its::Duplicates>();
    whole::<its::Entry>();
    whole::<its::EntryKind>();
    sent::<its::Error>();
    whole::<its::HardLinks>();
    whole::<its::FileDiagnostic>();
    whole::<its::Hidden>();
    whole::<its::Layer>();
    whole::<its::LayerKind>();
    sent::<its::LoadReport<(), its::Error>>();
    whole::<its::Loaded<()>>();
    sent::<its::Lookup<'_, (), its::Error>>();
    whole::<its::McpArgument>();
    whole::<its::McpPrompt>();
    sent::<its::Outcome<(), its::Error>>();
    whole::<its::Prefix<'_>>();
    sent::<its::Problem<its::Error>>();
    whole::<its::ProjectLayers>();
    whole::<its::Recovery>();
    whole::<its::Recursion>();
    whole::<its::Resolution>();
    whole::<its::Scan<'_>>();
    whole::<its::ScanOptions>();
    sent::<its::Selection<(), its::Error>>();
    whole::<its::Shadowed<()>>();
    whole::<its::SkipReason>();
    whole::<its::Skipped>();
    whole::<its::SourceFile>();
    whole::<its::UpdateOptions>();
    whole::<its::Updated>();
}

#[test]
fn fragments() {
    use interline_fragments as its;

    whole::<its::DiscoveryOptions>();
    sent::<its::Error>();
    whole::<its::FragmentArgument>();
    whole::<its::FragmentExpansion>();
    whole::<its::FragmentManifest>();
    whole::<its::FragmentRegistry>();
    whole::<its::FragmentResource>();
    whole::<its::FragmentSource>();
    whole::<its::ParsedManifest>();
}

#[test]
fn frontmatter() {
    use interline_frontmatter as its;

    whole::<its::Block<'_>>();
    whole::<its::Closer>();
    whole::<its::Document<'_>>();
    whole::<its::Editor<'_, '_>>();
    whole::<its::Error>();
    whole::<its::FrontmatterFormat>();
    whole::<its::Limit>();
    whole::<its::NewValue>();
    whole::<its::Node<'_, '_>>();
    whole::<its::Parsed<'_, its::Map>>();
    whole::<its::Plain>();
    whole::<its::ReadOptions>();
    whole::<its::Split<'_>>();
    whole::<its::SplitOptions>();
    whole::<its::Unterminated>();
    whole::<its::agent::Format>();
    whole::<its::agent::Frontmatter>();
    whole::<its::agent::Merged>();
    whole::<its::agent::EnsuredSession>();
    whole::<its::agent::ResolvedMode>();
    whole::<its::agent::StreamConfig>();
    whole::<its::agent::WriteStrategy>();
    whole::<its::repair::FieldKind>();
    sent::<its::repair::Header<'_>>();
    sent::<its::repair::Repaired>();
}

#[test]
fn content() {
    use interline_content as its;

    sent::<its::Agent>();
    whole::<its::Category>();
    sent::<its::Clock>();
    whole::<its::Collection>();
    sent::<its::Content>();
    sent::<its::ContentLibrary>();
    sent::<its::ContentOptions>();
    sent::<its::ContextBuilder>();
    sent::<its::Error>();
    whole::<its::ExpressionProblem>();
    whole::<its::FileContent>();
    sent::<its::FileInfo>();
    sent::<its::FileProblem>();
    whole::<its::Layer>();
    whole::<its::Project>();
    whole::<its::ProjectProblem>();
}

#[test]
fn mustache_context() {
    use interline_mustache_context as its;

    whole::<its::CacheStats>();
    whole::<its::Check>();
    sent::<its::Data<'_>>();
    whole::<its::DirPartials>();
    sent::<its::Environment>();
    sent::<its::Error>();
    whole::<its::ErrorKind>();
    whole::<its::Escape>();
    sent::<its::Lambda>();
    sent::<its::LambdaCall<'_, '_>>();
    whole::<its::Limit>();
    whole::<its::Limits>();
    whole::<its::Missing>();
    whole::<its::MissingKind>();
    whole::<its::MissingName>();
    whole::<its::Name>();
    whole::<its::NameKind>();
    whole::<its::NodeKind>();
    sent::<its::plumbing::Cache<u8>>();
    whole::<its::Sections>();
    whole::<its::Stamp>();
    whole::<its::Template>();
    sent::<its::TemplateContext>();
    sent::<its::TemplateError>();
    whole::<its::TemplateNode<'_>>();
}

#[test]
fn patch_template() {
    use interline_patch_template as its;

    whole::<its::Applied>();
    whole::<its::ApplyOptions>();
    whole::<its::Attribute<'_>>();
    whole::<its::Attributes<'_>>();
    whole::<its::Boundary<'_>>();
    whole::<its::BoundaryId>();
    whole::<its::BoundaryPolicy>();
    sent::<its::ByteEvents<'_, '_>>();
    whole::<its::ByteParser>();
    whole::<its::Component<'_>>();
    whole::<its::ComponentConfig>();
    whole::<its::ComponentInfo>();
    whole::<its::ComponentsConfig>();
    whole::<its::Document<'_>>();
    whole::<its::DocumentOptions>();
    sent::<its::Error>();
    whole::<its::Event<'_>>();
    whole::<its::EventIter<std::vec::IntoIter<String>>>();
    whole::<its::EventStream<std::vec::IntoIter<String>>>();
    sent::<its::Events<'_, '_>>();
    whole::<its::FenceRecovery>();
    whole::<its::Fenced>();
    whole::<its::Gap<'_>>();
    whole::<its::HardLinks>();
    whole::<its::InvalidContent>();
    whole::<its::InvalidUtf8>();
    whole::<its::LiveApply>();
    whole::<its::LoadedConfig>();
    whole::<its::Markers>();
    whole::<its::Mode>();
    whole::<its::NearNames>();
    whole::<its::Offsets>();
    whole::<its::Outcome>();
    whole::<its::ParseModeError>();
    whole::<its::Part>();
    whole::<its::PatchBlock<'_>>();
    whole::<its::Prefix>();
    whole::<its::Replay>();
    whole::<its::Response<'_>>();
    whole::<its::ResponseOptions>();
    whole::<its::ResponseParser>();
    whole::<its::Status>();
    whole::<its::TemplateInfo>();
    whole::<its::Unmatched>();
    whole::<its::Unterminated>();
    whole::<its::UpdateOptions>();
    whole::<its::WholeFence>();
}

#[test]
fn text() {
    use interline_text as its;

    whole::<its::Bias>();
    whole::<its::Diagnostic>();
    whole::<its::EditError>();
    whole::<its::Edits>();
    whole::<its::LineIndex<'_>>();
    whole::<its::Location>();
    whole::<its::LspEdit>();
    whole::<its::LspPosition>();
    whole::<its::LspRange>();
    whole::<its::Position>();
    whole::<its::PositionEncoding>();
    whole::<its::Related>();
    whole::<its::Report<'_>>();
    whole::<its::Severity>();
    whole::<its::TextEdit>();
    whole::<its::Utf16Edit>();
}

#[test]
fn every_type_is_named_here() {
    let here = include_str!("auto_traits.rs");
    let mut forgotten = Vec::new();
    for name in CRATES {
        let module = name
            .trim_start_matches("interline")
            .trim_start_matches('-')
            .replace('-', "_");
        let start = format!("\nfn {module}() {{\n");
        let named = here.split_once(&start).map_or("", |(_, rest)| rest);
        let named = named.split("\n}\n").next().unwrap_or_default();
        let surface = surface_of(&project().join("crates").join(name)).unwrap();
        for (path, _) in surface.blocks.iter().filter(|(_, block)| block.is_data) {
            let is_named = ["<", ">"]
                .iter()
                .any(|end| named.contains(&format!("<its::{path}{end}")));
            if !is_named {
                forgotten.push(format!("{name}: {path}"));
            }
        }
    }
    assert!(
        forgotten.is_empty(),
        "name these types in testing/interface/tests/it/auto_traits.rs:\n{}",
        forgotten.join("\n")
    );
}

#[test]
fn value() {
    use interline_value as its;

    whole::<its::Error>();
    whole::<its::ErrorKind>();
    whole::<its::Map>();
    whole::<its::Number>();
    whole::<its::Opaque>();
    whole::<its::PathElement>();
    whole::<its::Value>();
    whole::<its::ValuePath>();
    whole::<its::private::NumberKind>();
}
