// An extension for VS Code. It is CommonJS, which VS Code loads.

const vscode = require("vscode");
const { applyPatches } = require("interline");

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
};

/** Applies an answer to a document: the edits as one step that the user can undo, and the diagnostics of the document. */
async function applyAnswer(document, answer, problems) {
  // The offsets of VS Code and of this package are both UTF-16 code units. VS Code converts line endings in inserted text itself.
  const range = ({ from, to }) => new vscode.Range(document.positionAt(from), document.positionAt(to));
  const { edits, diagnostics } = applyPatches(document.getText(), answer, { boundary: "keep" });
  const change = new vscode.WorkspaceEdit();
  for (const edit of edits) change.replace(document.uri, range(edit), edit.insert);
  const isApplied = await vscode.workspace.applyEdit(change);
  problems.set(
    document.uri,
    diagnostics
      .filter(({ source }) => source === "document")
      .map((found) => new vscode.Diagnostic(range(found), `${found.message} (${found.code})`, SEVERITIES[found.severity])),
  );
  const ofAnswer = diagnostics.filter(({ source, severity }) => source === "response" && severity !== "info");
  for (const { message } of ofAnswer) vscode.window.showWarningMessage(message);
  return isApplied;
}

function activate(context) {
  const problems = vscode.languages.createDiagnosticCollection("interline");
  const command = vscode.commands.registerCommand("interline.applyAnswer", async () => {
    const editor = vscode.window.activeTextEditor;
    if (editor) await applyAnswer(editor.document, await vscode.env.clipboard.readText(), problems);
  });
  context.subscriptions.push(problems, command);
}

module.exports = { activate };
