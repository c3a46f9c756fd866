//! What the types are, apart from what they do.

use interline_text::{
    Bias, Diagnostic, EditError, Edits, LineIndex, LspEdit, LspPosition, LspRange, Position,
    PositionEncoding, Related, Report, Severity, TextEdit, Utf16Edit,
};

fn shared<T: Send + Sync + Unpin + std::panic::UnwindSafe>() {}
fn value<T: Clone + std::fmt::Debug + PartialEq + Eq>() {}

#[test]
fn every_type_crosses_threads_and_compares() {
    shared::<Diagnostic>();
    shared::<EditError>();
    shared::<Edits>();
    shared::<LineIndex<'_>>();
    shared::<Bias>();
    shared::<LspEdit>();
    shared::<LspPosition>();
    shared::<LspRange>();
    shared::<Position>();
    shared::<PositionEncoding>();
    shared::<Related>();
    shared::<Report<'_>>();
    shared::<Severity>();
    shared::<TextEdit>();
    shared::<Utf16Edit>();
    value::<Diagnostic>();
    value::<EditError>();
    value::<Edits>();
    value::<LineIndex<'_>>();
    value::<Report<'_>>();
    value::<Utf16Edit>();
}

#[test]
fn the_error_is_one_that_callers_can_box() {
    fn boxed(error: EditError) -> Box<dyn std::error::Error + Send + Sync> {
        error.into()
    }
    let error = boxed(EditError::NotCharBoundary { offset: 3 });
    assert_eq!(error.to_string(), "edit at byte 3 is inside a character");
}
