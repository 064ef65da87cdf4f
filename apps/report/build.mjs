// Bundles the page into one file:  node build.mjs OUTPUT
//
// Script and style stand in the page itself, and its content security policy admits only those two, by their hashes: no
// request leaves the page, and markup that found its way in could not run.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2];
if (!output) throw new Error("usage: node build.mjs OUTPUT");

async function bundle(entry) {
  const built = await esbuild.build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    charset: "utf8",
    legalComments: "inline",
    absWorkingDir: here,
  });
  // What ends a script or style element must not stand inside one.
  return built.outputFiles[0].text.trim().replaceAll("</script", "<\\/script").replaceAll("</style", "<\\/style");
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const [script, style, page] = await Promise.all([
  bundle("main.ts"),
  bundle("page/page.css"),
  readFile(join(here, "src", "page.html"), "utf8"),
]);
const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data: blob:`;
const parts = { policy, style: `<style>${style}</style>`, script: `<script>${script}</script>` };
// A function as replacement: in a string, "$&" and its like would be taken for the match.
const filled = page.replace(/<!--(policy|style|script)-->|\{\{policy\}\}/g, (mark, part) => parts[part ?? "policy"]);
await mkdir(dirname(output), { recursive: true });
await writeFile(output, filled);
