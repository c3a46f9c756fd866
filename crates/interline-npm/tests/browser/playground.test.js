// The playground in headless Chromium. `CHROMIUM` names the browser.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const site = mkdtempSync(path.join(tmpdir(), "interline-playground-"));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
/** The milliseconds of the processor that the page may take for each key. Above 50 a user notices. */
const RESPONSIVE = 50;

let browser;
let server;
let origin;
before(async () => {
  const built = spawnSync(process.execPath, [path.join(here, "../../build/playground.mjs"), site], { encoding: "utf8" });
  assert.equal(built.status, 0, built.stderr);
  server = createServer((request, response) => {
    const name = path.join(site, path.normalize(new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html")));
    try {
      response.writeHead(200, { "content-type": TYPES[path.extname(name)] ?? "application/octet-stream" }).end(readFileSync(name));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  server?.close();
  rmSync(site, { recursive: true });
});

/** Opens the page, and fails on an error in it. */
async function open(options = {}, fragment = "") {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, ...options });
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(origin + fragment);
  await page.locator("#status").filter({ hasText: /diagnostic|result/ }).waitFor();
  return { page, check: () => assert.deepEqual(errors, []) };
}

test("applies the answer while it is written", async () => {
  const { page, check } = await open();
  assert.match(await page.locator("#answer-result").textContent(), /build: green ✓/);
  const problem = page.locator("#answer-problems li").first();
  assert.match(await problem.textContent(), /missing-component/);
  assert.match(await problem.locator("pre").textContent(), /^<!-- patch:stauts -->\n\^{21}$/);
  assert.match(await page.locator("#answer-changes").textContent(), /- - build: unknown/);
  await page.getByLabel("Answer of the agent").fill("<!-- patch:status -->\n- build: red\n<!-- /patch:status -->\n");
  await page.waitForFunction(() => document.getElementById("answer-result").textContent.includes("build: red"));
  assert.equal(await page.locator("#answer-problems li").count(), 0);
  check();
});

test("shows the answer as it arrives", async () => {
  const { page, check } = await open();
  const whole = await page.locator("#answer-result").textContent();
  await page.evaluate(() => {
    window.seen = [];
    const result = document.getElementById("answer-result");
    new MutationObserver(() => window.seen.push(result.textContent)).observe(result, { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "Stream it" }).click();
  await page.waitForFunction((whole) => window.seen.length > 1 && document.getElementById("answer-result").textContent === whole, whole);
  // Between the start and the end there was a part of the answer.
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.some((text) => text.includes("The build pass") && !text.includes("fixed bugs")), `${seen.length} states`);
  check();
});

test("the other tabs", async () => {
  const { page, check } = await open();
  await page.getByRole("tab", { name: "Frontmatter" }).click();
  await page.waitForFunction(() => document.getElementById("frontmatter-result").textContent.includes("due: 2026-05-08"));
  assert.match(await page.locator("#frontmatter-result").textContent(), /owner: Ada {8}# until May/);
  await page.getByLabel("Value, as JSON").fill("soon");
  await page.locator("#frontmatter-problems").filter({ hasText: "the value is not JSON" }).waitFor();
  assert.equal(await page.locator("#status").textContent(), "There is no result: see the diagnostics.");

  await page.getByRole("tab", { name: "Template" }).click();
  await page.locator("#template-problems").filter({ hasText: "did you mean `reviewer`?" }).waitFor();
  assert.match(await page.locator("#template-result").textContent(), /- a\.rs \(new\)/);
  await page.getByLabel("Undefined names are errors").check();
  await page.locator("#template-problems .error").waitFor();

  await page.getByRole("tab", { name: "Agent file" }).click();
  await page.locator("#agent-problems").filter({ hasText: "repaired-value" }).waitFor();
  assert.match(await page.locator("#agent-result").textContent(), /description: .*Use when/);
  for (const to of await page.locator("#to option").evaluateAll((all) => all.map(({ value }) => value))) {
    await page.locator("#to").selectOption(to);
    await page.waitForFunction(() => !document.getElementById("status").textContent.startsWith("There is no"));
  }
  check();
});

test("the keyboard reaches everything", async () => {
  const { page, check } = await open();
  const focused = () => page.evaluate(() => document.activeElement.id);
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "tab-answer");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "tab-frontmatter");
  assert.ok(await page.locator("#panel-frontmatter").isVisible());
  assert.ok(await page.locator("#panel-answer").isHidden());
  await page.keyboard.press("End");
  assert.equal(await focused(), "tab-agent");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "tab-answer");
  const order = [];
  for (let index = 0; index < 6; index += 1) {
    await page.keyboard.press("Tab");
    order.push(await focused());
  }
  assert.deepEqual(order, ["link", "document", "stream", "answer", "answer-result", "answer-changes"]);
  check();
});

test("everything has a name for screen readers", async () => {
  const { page, check } = await open();
  for (const tab of ["answer", "frontmatter", "template", "agent"]) {
    await page.locator(`#tab-${tab}`).click();
    const unnamed = await page.evaluate(() => {
      const shown = [...document.querySelectorAll("button, textarea, input, select, [role=region], [role=tabpanel]")].filter((found) => found.checkVisibility());
      const name = (found) =>
        found.getAttribute("aria-label") ||
        document.getElementById(found.getAttribute("aria-labelledby") ?? "")?.textContent ||
        [...(found.labels ?? [])].map((label) => label.textContent).join("") ||
        (found.tagName === "BUTTON" ? found.textContent : "");
      return shown.filter((found) => !name(found).trim()).map((found) => found.outerHTML);
    });
    assert.deepEqual(unnamed, []);
  }
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.equal(await page.locator("[role=status][aria-live=polite]").count(), 1);
  check();
});

/** Returns the lowest contrast of the texts that are shown, by the formula of WCAG 2. */
function lowestContrast() {
  const numbers = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const channel = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const background = (found) => {
    for (let at = found; at; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  let lowest = { contrast: 21 };
  for (const found of document.querySelectorAll("body *")) {
    const hasText = [...found.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) || found.value;
    if (!found.checkVisibility() || !hasText || found.tagName === "OPTION") continue;
    const [a, b] = [luminance(numbers(getComputedStyle(found).color)), luminance(background(found))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < lowest.contrast) lowest = { contrast, element: found.outerHTML.slice(0, 80) };
  }
  return lowest;
}

for (const colorScheme of ["light", "dark"]) {
  test(`texts can be read in the ${colorScheme} colours`, async () => {
    const { page, check } = await open({ colorScheme });
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [red] = background.match(/\d+/g).map(Number);
    assert.ok(colorScheme === "dark" ? red < 64 : red > 192, background);
    for (const tab of ["answer", "frontmatter", "template", "agent"]) {
      await page.locator(`#tab-${tab}`).click();
      await page.waitForTimeout(150);
      const { contrast, element } = await page.evaluate(lowestContrast);
      assert.ok(contrast >= 4.5, `${contrast.toFixed(2)}: ${element}`);
    }
    check();
  });
}

test("a link has the state", async () => {
  const { page, check } = await open();
  await page.getByRole("tab", { name: "Template" }).click();
  await page.getByRole("textbox", { name: "Template" }).fill("é {{x}} #%");
  await page.getByLabel("Data, as JSON").fill('{"x": "🎉"}');
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.waitForFunction(() => location.hash.length > 1);
  const other = await open({}, await page.evaluate(() => location.hash));
  await other.page.waitForFunction(() => document.getElementById("template-result").textContent === "é 🎉 #%");
  check();
  other.check();
  const broken = await open({}, "#%7Bnonsense");
  broken.check();
});

test("a document of 1 MiB stays responsive", async () => {
  const { page, check } = await open();
  await page.evaluate(() => {
    const line = "Some text of a long document, line by line, with 🎉 in it.\n";
    const status = "<!-- agent:status -->\n- build: unknown\n<!-- /agent:status -->\n";
    const field = document.getElementById("document");
    field.value = line.repeat(Math.ceil((1 << 20) / line.length)) + status;
    field.dispatchEvent(new Event("input"));
  });
  await page.waitForFunction(() => document.getElementById("answer-result").textContent.length > 1 << 20, undefined, { timeout: 20000 });
  // The time of the processor, since the machine may be busy with other programs.
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  const before = await spent();
  const answer = page.getByLabel("Answer of the agent");
  await answer.focus();
  await page.keyboard.press("Control+Home");
  const keys = "typed while it works";
  for (const key of keys) await page.keyboard.press(key === " " ? "Space" : key);
  await page.waitForFunction(() => document.getElementById("answer-changes").textContent.includes("typed while it works"), undefined, { timeout: 20000 });
  const each = ((await spent()) - before) / keys.length;
  assert.ok(each < RESPONSIVE, `${each.toFixed(1)} ms for each key`);
  console.log(`# ${each.toFixed(1)} ms of the page for each key`);
  check();
});
