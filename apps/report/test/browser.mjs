// A browser for the tests: opens a page from its file, as readers do, and keeps what it complains about or asks for.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";

import { fill, template } from "./fixture.mjs";

// The first has no window to draw, and takes 40 % less time.
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
export const executable = process.env.CHROMIUM ?? installed.find((path) => existsSync(path)) ?? installed[0];
export const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** One browser and one built page for a file of tests; `close` in `after`. */
export async function launch() {
  const browser = await chromium.launch({ executablePath: executable, args: flags });
  const folder = mkdtempSync(join(tmpdir(), "stickslip-report-"));
  const page = template();
  let files = 0;

  /** Writes the document as a page and gives its path. */
  function write(document) {
    const path = join(folder, `report-${files++}.html`);
    writeFileSync(path, fill(page, document));
    return path;
  }

  /** Opens a page's file; `errors` and `requests` (other than the page itself) fill as long as the page lives. */
  async function openFile(path, { hash = "", ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const opened = await context.newPage();
    const url = pathToFileURL(path).href + hash;
    const errors = [];
    const requests = [];
    opened.on("console", (message) => {
      // A driver's notes on its speed say nothing about the page.
      if (/GL Driver Message .*Performance/.test(message.text())) return;
      if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
    });
    opened.on("pageerror", (error) => errors.push(String(error)));
    opened.on("request", (request) => {
      const asked = request.url();
      if (asked.split("#")[0] !== url.split("#")[0] && !/^(data|blob):/.test(asked)) requests.push(asked);
    });
    await opened.goto(url, { waitUntil: "load" });
    return { page: opened, errors, requests, close: () => context.close() };
  }

  return {
    folder,
    write,
    openFile,
    open: (document, options) => openFile(write(document), options),
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true });
    },
  };
}
