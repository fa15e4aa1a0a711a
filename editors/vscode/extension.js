// Shows what `gspec check --format json` finds, when a `.game` file is opened or saved.
"use strict";

const { execFile } = require("child_process");
const path = require("path");
const vscode = require("vscode");

/** The check that runs for each file, so that a newer one replaces it. */
const running = new Map();
let errorShown = false;
/** The change that fixes a problem, if gspec suggests one. */
const fixes = new WeakMap();

function activate(context) {
  const problems = vscode.languages.createDiagnosticCollection("gspec");
  const check = (document) => checkDocument(document, problems);
  context.subscriptions.push(
    problems,
    vscode.languages.registerCodeActionsProvider("game", { provideCodeActions: quickFixes }, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidSaveTextDocument(check),
    vscode.workspace.onDidCloseTextDocument((document) => {
      stop(document.fileName);
      problems.delete(document.uri);
    }),
    { dispose: () => [...running.keys()].forEach(stop) },
  );
  vscode.workspace.textDocuments.forEach(check);
}

function checkDocument(document, problems) {
  const settings = vscode.workspace.getConfiguration("gspec", document.uri);
  const isFile = document.languageId === "game" && document.uri.scheme === "file";
  if (!isFile || !vscode.workspace.isTrusted || !settings.get("checkOnSave")) {
    return;
  }
  const file = document.fileName;
  stop(file);
  const program = settings.get("path") || "gspec";
  const options = ["check", "--format", "json", ...(settings.get("arguments") || []), file];
  const child = execFile(program, options, { cwd: path.dirname(file), maxBuffer: 1 << 26 }, (error, out, err) => {
    if (running.get(file) !== child) {
      return; // replaced by a newer check, or the file was closed
    }
    running.delete(file);
    const report = parse(out);
    if (report) {
      problems.set(document.uri, diagnostics(report, document));
    } else {
      problems.delete(document.uri);
      showErrorOnce(program, error, err);
    }
  });
  running.set(file, child);
}

function stop(file) {
  const child = running.get(file);
  running.delete(file);
  if (child) {
    child.kill();
  }
}

function parse(text) {
  try {
    const report = JSON.parse(text);
    return Array.isArray(report.diagnostics) ? report : undefined;
  } catch {
    return undefined;
  }
}

/** Reports a missing or failing program once, not on each save. */
function showErrorOnce(program, error, err) {
  if (errorShown) {
    return;
  }
  errorShown = true;
  const reason = error && error.code === "ENOENT" ? "not found" : (err || String(error)).trim();
  vscode.window.showErrorMessage(`${program}: ${reason}. The setting gspec.path says where gspec is.`);
}

function diagnostics(report, document) {
  return report.diagnostics.map((found) => {
    const labels = found.labels || [];
    const primary = labels.find((label) => label.primary) || labels[0];
    const here = primary && isSame(primary.file, document.fileName);
    const range = here ? rangeOf(primary, document) : new vscode.Range(0, 0, 0, 1);
    const shown = new vscode.Diagnostic(range, message(found, primary, here), severity(found.severity));
    shown.source = "gspec";
    shown.code = found.code;
    const offered = found.fix ? [found.fix] : found.choices || [];
    fixes.set(shown, offered.filter((fix) => isSame(fix.place.file, document.fileName)));
    shown.relatedInformation = labels
      .filter((label) => label !== primary || !here)
      .map((label) => new vscode.DiagnosticRelatedInformation(locationOf(label, document), label.text || "here"));
    return shown;
  });
}

/** The changes that fix the problems at a place. */
function quickFixes(document, _range, context) {
  return context.diagnostics.flatMap((shown) => (fixes.get(shown) || []).map(({ title, place, replacement }) => {
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.diagnostics = [shown];
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, rangeOf(place, document), replacement);
    return action;
  }));
}

function message(found, primary, here) {
  const lines = [found.message];
  if (primary && primary.text) {
    lines.push(here ? primary.text : `${primary.file}:${primary.line}: ${primary.text}`);
  }
  lines.push(...(found.notes || []));
  if (found.help) {
    lines.push(`help: ${found.help}`);
  }
  return lines.join("\n");
}

function severity(word) {
  const known = { error: vscode.DiagnosticSeverity.Error, warning: vscode.DiagnosticSeverity.Warning };
  return known[word] === undefined ? vscode.DiagnosticSeverity.Information : known[word];
}

function isSame(file, other) {
  return path.resolve(path.dirname(other), file) === path.resolve(other);
}

/** gspec counts lines and characters from 1; VS Code counts from 0, and characters in UTF-16 units. */
function rangeOf(label, document) {
  const at = (line, column) => {
    const row = Math.min(Math.max(line - 1, 0), document.lineCount - 1);
    const letters = Array.from(document.lineAt(row).text).slice(0, Math.max(column - 1, 0));
    return new vscode.Position(row, letters.join("").length);
  };
  return new vscode.Range(at(label.line, label.column), at(label.end_line, label.end_column));
}

function locationOf(label, document) {
  if (isSame(label.file, document.fileName)) {
    return new vscode.Location(document.uri, rangeOf(label, document));
  }
  const file = path.resolve(path.dirname(document.fileName), label.file);
  const start = new vscode.Position(Math.max(label.line - 1, 0), Math.max(label.column - 1, 0));
  return new vscode.Location(vscode.Uri.file(file), start);
}

module.exports = { activate, deactivate: () => {} };
